// The thread that parses documents: strangers' YAML can take minutes and gigabytes.
import { parentPort, workerData } from 'node:worker_threads';
import type { ReadDocument } from './document-kind.ts';
import { parseFile, type Readers } from './parse.ts';
import type { DocumentFile, ReaderOfKind } from './reader.ts';

const readers: Readers = new Map(
  await Promise.all(
    (workerData as readonly ReaderOfKind[]).map(async ({ kind, takesUnnamed, module }) => {
      const { read } = (await import(module)) as { readonly read: ReadDocument };
      return [kind, { read, takesUnnamed }] as const;
    }),
  ),
);

parentPort?.on('message', (files: readonly DocumentFile[]) => {
  for (const { path, content } of files) parentPort?.postMessage(parseFile(path, content, readers));
});
parentPort?.postMessage('ready');
