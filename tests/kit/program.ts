import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** In memory where the machine can: the database of a test needs no disk. */
export function temporaryFolder(): string {
  return mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'watchroom-test-'));
}

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' };

export interface Program extends AsyncDisposable {
  readonly url: string;
  readonly folder: string;
  readonly process: ChildProcess;
  /** Everything that was printed so far. */
  output(): string;
  /** Milliseconds from the start of the process to the ready line. */
  readonly readyAfter: number;
  /** A call as the administrator; the body is sent and read as JSON. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Ends the process with this signal and waits until it is gone. */
  end(signal: NodeJS.Signals): Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // The tests look into answers of many shapes; each says what it expects there.
  readonly body: never;
}

export interface ProgramOptions {
  readonly folder?: string;
  /** Another checkout to start, in place of this one. */
  readonly root?: string;
  readonly flags?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

/** Starts the server on a free port and a folder of its own, and waits until it is ready. */
export async function startProgram(options: ProgramOptions = {}): Promise<Program> {
  const folder = options.folder ?? temporaryFolder();
  const main = join(options.root ?? ROOT, 'server/src/main/main.ts');
  const program = await watchProgram(
    process.execPath,
    ['--max-semi-space-size=8', main, '--port', '0', '--data', folder, ...(options.flags ?? [])],
    { WATCHROOM_ADMIN_EMAIL: ADMIN.email, WATCHROOM_ADMIN_PASSWORD: ADMIN.password, ...options.environment },
    folder,
  );
  return {
    ...program,
    async [Symbol.asyncDispose]() {
      await program.end('SIGTERM');
      if (options.folder === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts it through npm, as a person does; what npm starts ends with it. */
export async function startNpm(
  script: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Program> {
  return watchProgram('npm', script, { PORT: '0', ...environment }, environment['WATCHROOM_DATA'] ?? '');
}

async function watchProgram(
  command: string,
  parameters: readonly string[],
  environment: Readonly<Record<string, string>>,
  folder: string,
): Promise<Program> {
  const began = performance.now();
  const child = spawn(command, parameters, {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that a signal reaches the server behind npm as Ctrl+C does.
    detached: true,
  });
  let output = '';
  const ready = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const found = / is ready at (\S+)/.exec(output);
      if (found?.[1]) resolve(found[1]);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code, signal) => reject(new Error(`the program ended with ${code ?? signal}:\n${output}`)));
  });
  const url = await ready;
  const readyAfter = performance.now() - began;
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
    process.kill(-child.pid, signal);
    await once(child, 'exit');
  };
  return {
    url,
    folder,
    process: child,
    readyAfter,
    output: () => output,
    end,
    call: (method, path, body, headers) => call(url, method, path, body, headers),
    [Symbol.asyncDispose]: () => end('SIGTERM'),
  };
}

/** Process number of the database in a running server's folder. */
export function databaseProcess(folder: string): number {
  return Number(readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

export function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function call(url: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const credentials = Buffer.from(`${ADMIN.email}:${ADMIN.password}`).toString('base64');
  const response = await fetch(url + path, {
    method,
    headers: {
      authorization: `Basic ${credentials}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, headers: response.headers, body: (isJson ? JSON.parse(text) : text) as never };
}

/** Milliseconds: a guard against a hang, which a slow machine does not reach. */
const PATIENCE = 60_000;

/** Asks again until the answer is there; the last answer stands in the error. */
export async function eventually<T>(what: string, ask: () => Promise<T | undefined | false>): Promise<T> {
  const until = performance.now() + PATIENCE;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (performance.now() > until) throw new Error(`${what} did not happen within ${PATIENCE} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
