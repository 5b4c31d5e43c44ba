// Development with reload on both sides: the server under `node --watch`, the console from Vite's own server, which hands
// everything that is not the console to ours (see console/vite.config.ts). Flags go to the server. One Ctrl+C stops both.
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const flags = process.argv.slice(2);
const port = flagValue('--port') ?? process.env['PORT'] ?? '8080';
const env = { ...process.env, WATCHROOM_DEV: '1', WATCHROOM_SERVER: `http://127.0.0.1:${port}` };

// `node --watch` restarts the server when one of its files changes, and waits for a change when the server fails.
const server = start('--watch', '--watch-preserve-output', join('server', 'src', 'main', 'main.ts'), ...flags);
// Vite takes port 5173, or the next free one, and prints the address to open.
const consoleServer = start(join('node_modules', 'vite', 'bin', 'vite.js'), 'console', '--configLoader', 'native');

/** A process group of its own: Ctrl+C reaches a child once, through us, and a second signal would cut its graceful stop short. */
function start(...args: string[]): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'], detached: true });
}

function flagValue(name: string): string | undefined {
  const index = flags.findIndex((flag) => flag === name || flag.startsWith(`${name}=`));
  if (index < 0) return undefined;
  return flags[index]?.includes('=') ? flags[index].slice(name.length + 1) : flags[index + 1];
}

const children: readonly ChildProcess[] = [server, consoleServer];
let stopping = false;

/** The end of one half is the end of both. */
function stop(signal: NodeJS.Signals): void {
  if (stopping) return;
  stopping = true;
  for (const child of children) if (child.exitCode === null && child.signalCode === null) child.kill(signal);
}

process.on('SIGINT', () => stop('SIGINT'));
process.on('SIGTERM', () => stop('SIGTERM'));
process.on('SIGHUP', () => stop('SIGHUP'));

const codes = await Promise.all(
  children.map(
    (child) =>
      new Promise<number>((resolve) => {
        child.on('error', (error) => {
          console.error(error.message);
          resolve(1);
          stop('SIGTERM');
        });
        child.on('exit', (code) => {
          resolve(stopping ? 0 : (code ?? 1));
          stop('SIGTERM');
        });
      }),
  ),
);
process.exitCode = Math.max(...codes);
