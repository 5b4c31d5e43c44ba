import { Worker } from 'node:worker_threads';
import type { DocumentKind } from './document-kind.ts';
import type { ParsedFile } from './parse.ts';

/** A file that was read, before it is parsed. */
export interface DocumentFile {
  /** Inside the folder, with `/`. */
  readonly path: string;
  readonly content: string;
}

export interface DocumentReader {
  /**
   * Parses files away from the main thread. One that takes too long or needs too much memory is refused, and the others are
   * parsed. One call at a time. Never throws because of a file.
   * @returns what each file holds, in the same order.
   */
  parse(files: readonly DocumentFile[]): Promise<readonly ParsedFile[]>;
  close(): Promise<void>;
}

export interface ReaderLimits {
  /** Milliseconds for one file. */
  readonly time: number;
  /** Mebibytes of the heap for one file. */
  readonly memory: number;
  /** Milliseconds after which an idle thread ends. */
  readonly idle: number;
}

/** What the thread needs to read a kind of documents. */
export interface ReaderOfKind {
  readonly kind: string;
  readonly takesUnnamed: boolean;
  /** Address of the module. */
  readonly module: string;
}

const LIMITS: ReaderLimits = { time: 10_000, memory: 512, idle: 30_000 };
const WHAT_TO_DO = 'split it into smaller files, and look for very long lines and very deep nesting';

/** Its thread starts with the first file, and again after a file that stopped it. */
export function createDocumentReader(kinds: readonly DocumentKind[], limits: ReaderLimits = LIMITS): DocumentReader {
  const readers = kinds.map(({ kind, takesUnnamed = false, reader }) => ({ kind, takesUnnamed, module: reader.href }));
  let thread: Worker | undefined;
  let endIdle: NodeJS.Timeout | undefined;

  async function close(): Promise<void> {
    clearTimeout(endIdle);
    const ending = thread;
    thread = undefined;
    await ending?.terminate();
  }

  return {
    close,
    async parse(files) {
      clearTimeout(endIdle);
      const parsed: ParsedFile[] = [];
      while (parsed.length < files.length) {
        thread ??= await startThread(readers, limits.memory);
        const rest = files.slice(parsed.length);
        const { done, problem } = await parseSome(thread, rest, limits.time);
        parsed.push(...done);
        if (problem === undefined) continue;
        await close();
        parsed.push({
          documents: [],
          unsupported: [],
          refused: [`${rest[done.length]?.path}: ${problem}: ${WHAT_TO_DO}`],
          isOverLimit: true,
        });
      }
      endIdle = setTimeout(() => void close(), limits.idle).unref();
      return parsed;
    },
  };
}

async function startThread(readers: readonly ReaderOfKind[], memory: number): Promise<Worker> {
  const thread = new Worker(new URL('./parse-thread.ts', import.meta.url), {
    name: 'documents',
    workerData: readers,
    resourceLimits: { maxOldGenerationSizeMb: memory },
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  thread.once('message', resolve).once('error', reject);
  await promise;
  thread.off('error', reject).unref();
  return thread;
}

interface Some {
  /** Of the first files. */
  readonly done: readonly ParsedFile[];
  /** Why the file after them cannot be parsed; undefined when all were. */
  readonly problem: string | undefined;
}

/** Parses until a file stops the thread. */
async function parseSome(thread: Worker, files: readonly DocumentFile[], time: number): Promise<Some> {
  const done: ParsedFile[] = [];
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const tooLong = () => resolve(`takes longer than ${time / 1_000} s to read`);
  let limit = setTimeout(tooLong, time);
  const next = (parsed: ParsedFile) => {
    done.push(parsed);
    if (done.length === files.length) resolve(undefined);
    clearTimeout(limit);
    limit = setTimeout(tooLong, time);
  };
  const failed = (error: Error & { readonly code?: string }) =>
    resolve(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'needs too much memory' : `cannot be read (${error.message})`);
  thread.on('message', next).once('error', failed);
  thread.postMessage(files);
  const problem = await promise;
  clearTimeout(limit);
  thread.off('message', next).off('error', failed);
  // The thread may still fail while it is ended.
  if (problem !== undefined) thread.on('error', () => {});
  return { done, problem };
}
