import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { daemonsFolder } from '../../../tools/ensure/daemons.mjs';

const ROOT = join(import.meta.dirname, '../../..');
const GUARD = 60_000;
const ATTEMPTS = 5;

/** A server of somebody else that runs for a test, on 127.0.0.1. */
export interface Daemon extends AsyncDisposable {
  readonly host: string;
  readonly port: number;
  /** Whatever it has printed. */
  output(): string;
}

/** What `tools/ensure.mjs --daemons` unpacked, or the system has. @returns the path; undefined when neither is there. */
export function findDaemon(name: string): string | undefined {
  return [daemonsFolder(ROOT), '/']
    .flatMap((root) => [join(root, 'usr/sbin', name), join(root, 'usr/bin', name)])
    .find(existsSync);
}

/** A file or folder that belongs to a package, such as `etc/ldap/schema`. @throws Error when it is not there. */
export function findPart(path: string): string {
  const found = [join(daemonsFolder(ROOT), path), join('/', path)].find(existsSync);
  if (!found) throw new Error(`${path} is missing. Run "node tools/ensure.mjs --daemons".`);
  return found;
}

export function requireDaemon(name: string): string {
  const found = findDaemon(name);
  if (!found) throw new Error(`${name} is missing. Run "node tools/ensure.mjs --daemons".`);
  return found;
}

/** The environment in which unpacked programs find their libraries. */
export function daemonEnvironment(): NodeJS.ProcessEnv {
  const folders = globSync(join(daemonsFolder(ROOT), '{usr/lib,lib}/*-linux-gnu'));
  return { ...process.env, LD_LIBRARY_PATH: folders.join(':') };
}

interface Start {
  readonly program: string;
  /** Fills the folder that the server runs in. */
  readonly prepare?: (folder: string) => void;
  readonly args: (port: number, folder: string) => readonly string[];
}

/**
 * Starts a server on a free port, in a folder of its own, and waits until it accepts connections.
 * @throws Error with its output when it ends before that.
 */
export async function startDaemon({ program, prepare, args }: Start): Promise<Daemon> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'watchroom-daemon-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  try {
    prepare?.(folder);
    // Another process can take the port between our look and the start.
    for (let attempt = 1; ; attempt += 1) {
      const daemon = await tryToStart(program, (port) => args(port, folder), folder);
      if (typeof daemon !== 'string')
        return { ...daemon, [Symbol.asyncDispose]: () => daemon[Symbol.asyncDispose]().then(removeFolder) };
      if (attempt === ATTEMPTS) throw new Error(`${program} did not start: ${daemon}`);
    }
  } catch (error) {
    removeFolder();
    throw error;
  }
}

/** @returns what it printed, when it ends at once. */
async function tryToStart(
  program: string,
  args: (port: number) => readonly string[],
  cwd: string,
): Promise<Daemon | string> {
  const host = '127.0.0.1';
  const port = await freePort();
  const child = spawn(program, args(port), { env: daemonEnvironment(), stdio: ['ignore', 'pipe', 'pipe'], cwd });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const output = () => Buffer.concat(chunks).toString();
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()).once('error', () => resolve()));
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  const end = async () => {
    process.off('exit', kill);
    kill();
    await ended;
  };
  if (await Promise.race([ended.then(() => false), accepts(host, port, () => child.exitCode === null)]))
    return { host, port, output, [Symbol.asyncDispose]: end };
  await end();
  return output();
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function accepts(host: string, port: number, isAlive: () => boolean): Promise<boolean> {
  const deadline = Date.now() + GUARD;
  while (isAlive() && Date.now() < deadline) {
    const socket = connect(port, host);
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return true;
    await wait(20);
  }
  return false;
}
