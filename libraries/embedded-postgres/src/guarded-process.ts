import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Launcher } from './user.ts';

/**
 * A shell forks a watcher and then turns into the program, so the program is our direct child. The watcher is a grandchild that nobody waits
 * for: the postmaster would take the end of an unknown child for a crash. It reads the pipe: a line means the program has ended by itself, end of
 * file means that this Node process is dead (even by SIGKILL), and then the program gets a fast shutdown, and after 30 s an immediate one.
 * A zombie counts as ended: in some containers nobody collects it for long.
 */
const script = `
exec 3<&0 </dev/null
program=$$
( (
  read -r _ <&3 && exit
  kill -INT $program
  turns=0
  while kill -0 $program && [ $turns -lt 300 ]; do
    case "$(cat /proc/$program/stat)" in *') Z '*) exit ;; esac
    turns=$((turns + 1))
    sleep 0.1 || sleep 1
  done
  kill -QUIT $program
) >/dev/null 2>&1 & )
exec 3<&- "$@"
`;

/** How a guarded process ended. */
export interface Ending {
  exitCode: number | null;
  signal: NodeJS.Signals | null;
  /** Set when it could not even be started. */
  error?: Error;
}

export interface GuardedProcess {
  pid: number;
  ended: Promise<Ending>;
  /** Undefined while it runs. */
  ending: () => Ending | undefined;
  /** The last lines of its error output, at most 40. */
  lastLines: () => string[];
  signal: (signal: NodeJS.Signals) => void;
}

/**
 * Runs a program that never outlives this process. It gets its own session, so that Ctrl+C at the terminal reaches Node alone and Node can
 * finish its work with the database first.
 */
export function spawnGuarded(command: string[], launcher: Launcher, onLine?: (line: string) => void): GuardedProcess {
  const [program = 'sh', ...args] = [...launcher.prefix, '/bin/sh', '-c', script, 'guard', ...command];
  const child = spawn(program, args, {
    ...launcher.ids,
    cwd: '/',
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe'],
    // Nothing of our own environment: PGPORT, PGOPTIONS or TZ would change the server, and secrets do not belong into its children.
    env: { PATH: `${process.env['PATH'] ?? ''}:/usr/bin:/bin`, LC_ALL: 'C', TZ: 'UTC' },
  });
  child.stdin.on('error', () => {}); // the watcher may be gone before the farewell line is written
  const lines: string[] = [];
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(line);
    if (lines.length > 40) lines.shift();
    onLine?.(line);
  });
  let ending: Ending | undefined;
  const ended = new Promise<Ending>((resolve) => {
    child.once('error', (error) => resolve({ exitCode: null, signal: null, error }));
    child.once('exit', (exitCode, signal) => {
      child.stdin.end('ended\n');
      // The last error lines may still be in the pipe; a surviving backend would keep it open, hence the limit.
      void Promise.race([once(child, 'close'), delay(100)]).then(() => resolve({ exitCode, signal }));
    });
  }).then((value) => (ending = value));
  return {
    pid: child.pid ?? 0,
    ended,
    ending: () => ending,
    lastLines: () => lines,
    signal: (signal) => void child.kill(signal),
  };
}

/** "was ended by SIGKILL", "exited with code 1". */
export function describeEnding({ exitCode, signal, error }: Ending): string {
  if (error) return `could not be started (${error.message})`;
  return signal ? `was ended by ${signal}` : `exited with code ${exitCode}`;
}
