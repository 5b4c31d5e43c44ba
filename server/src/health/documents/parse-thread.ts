// The thread that parses documents: strangers' YAML can take minutes and gigabytes.
import { parentPort } from 'node:worker_threads';
import { parseCanaryFile } from './parse.ts';
import type { DocumentFile } from './reader.ts';

parentPort?.on('message', (files: readonly DocumentFile[]) => {
  for (const { path, content } of files) parentPort?.postMessage(parseCanaryFile(path, content));
});
parentPort?.postMessage('ready');
