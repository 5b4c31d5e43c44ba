import { createRequire } from 'node:module';
import { constants } from 'node:os';

/** Loaded at once: a thread that waits for an import would miss signals. */
const ffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');

type WatchedSignal = 'SIGTERM' | 'SIGINT';

/** What JavaScript outside of the main thread cannot do. */
interface Native {
  /** Calls back for the signals that came since. */
  poll(): void;
  /** The kernel ends the process after so many seconds. */
  killAfter(seconds: number): void;
  /** Ends the process at once; `process.exit` in a worker ends the worker alone. */
  exit(code: number): never;
}

/** `uv_handle_type` and `uv_run_mode` of uv.h. */
const UV_SIGNAL = 16;
const UV_RUN_NOWAIT = 2;

/**
 * Hears signals in a loop of libuv that belongs to the calling thread. libuv tells every loop of the process of a signal,
 * so the main thread still gets its own. @throws Error when the system refuses.
 */
export function openNative(signals: readonly WatchedSignal[], hear: (signal: WatchedSignal) => void): Native {
  const program = ffi.load(null);
  const initLoop = program.func('int uv_loop_init(void *loop)');
  const loopSize = program.func('size_t uv_loop_size()');
  const handleSize = program.func('size_t uv_handle_size(int type)');
  const initSignal = program.func('int uv_signal_init(void *loop, void *handle)');
  const callback = ffi.proto('void (void *handle, int signal)');
  const startSignal = program.func('uv_signal_start', 'int', ['void *', ffi.pointer(callback), 'int']);
  const run = program.func('int uv_run(void *loop, int mode)');
  const alarm = program.func('unsigned int alarm(unsigned int seconds)');
  const exit = program.func('void _exit(int code)');

  const loop: unknown = ffi.alloc('uint8_t', Number(loopSize()));
  required(initLoop(loop), 'uv_loop_init');
  for (const name of signals) {
    const handle: unknown = ffi.alloc('uint8_t', Number(handleSize(UV_SIGNAL)));
    required(initSignal(loop, handle), 'uv_signal_init');
    const heard = ffi.register(() => hear(name), ffi.pointer(callback));
    required(startSignal(handle, heard, constants.signals[name]), 'uv_signal_start');
  }
  return {
    poll: () => void run(loop, UV_RUN_NOWAIT),
    killAfter: (seconds) => void alarm(seconds),
    exit(code) {
      exit(code);
      throw new Error('unreachable: the process has ended');
    },
  };
}

function required(result: unknown, what: string): void {
  if (result !== 0) throw new Error(`${what} failed with ${String(result)}`);
}
