import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Child<Ready> extends AsyncDisposable {
  readonly pid: number;
  /** What the process said when it was ready. */
  readonly ready: Ready;
  end(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a program of ours as a process of its own and waits for its first message. @param options reach it as `process.argv[2]`. */
export async function startChild<Ready>(file: URL, options: unknown): Promise<Child<Ready>> {
  const child = fork(fileURLToPath(file), [JSON.stringify(options)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready));
    child.once('exit', (code, signal) =>
      reject(new Error(`${fileURLToPath(file)} ended with ${code ?? signal} before it was ready`)),
    );
  });
  return {
    pid: child.pid ?? 0,
    ready,
    end: (signal) => end(child, signal),
    [Symbol.asyncDispose]: () => end(child, 'SIGTERM'),
  };
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill(signal);
  await gone;
}

/** For the started program: its options. */
export function childOptions<Options>(): Options {
  return JSON.parse(process.argv[2] ?? '{}') as Options;
}

/** For the started program: says that it is ready, and ends when its parent is gone. */
export function tellReady(ready: unknown): void {
  process.once('disconnect', () => process.exit());
  process.send?.(ready);
}
