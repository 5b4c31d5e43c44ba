import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { afterAll, describe, expect, it } from 'vitest';
import { databaseProcess, eventually, isAlive, type Program, startProgram, temporaryFolder } from '../kit/program.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Never returns control to the main thread, as a hostile input might; the debugger reaches any process that lets it. */
async function block(program: Program): Promise<void> {
  const address = /Debugger listening on (\S+)/.exec(program.output())?.[1] ?? '';
  const debug = new WebSocket(address);
  await once(debug, 'open');
  const expression = `process._rawDebug('it is stuck'); for (;;);`;
  debug.send(JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression } }));
  await eventually('a stuck server', async () => program.output().includes('it is stuck'));
}

describe('a server whose main thread is stuck', () => {
  it('ends on SIGTERM, its database with it, and starts again', async () => {
    const stuck = await startProgram({ folder, environment: { NODE_OPTIONS: '--inspect=127.0.0.1:0' } });
    const database = databaseProcess(folder);
    await block(stuck);
    await stuck.end('SIGTERM');
    expect(stuck.process.exitCode).toBe(70);
    // A process may be gone before its last words are read.
    await expect.poll(() => stuck.output()).toMatch(/the main thread did not respond for .* after SIGTERM/);
    await expect.poll(() => isAlive(database)).toBe(false);

    await using again = await startProgram({ folder });
    expect((await fetch(`${again.url}/readyz`)).status).toBe(200);
  });
});
