import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  ADMIN,
  databaseProcess,
  isAlive,
  type Program,
  startNpm,
  startProgram,
  temporaryFolder,
} from '../kit/program.ts';

const MAIN = join(import.meta.dirname, '../../server/src/main/main.ts');

function run(flags: readonly string[], environment: Record<string, string> = {}) {
  const result = spawnSync(process.execPath, [MAIN, ...flags], {
    env: { ...process.env, ...environment },
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { code: result.status, output: result.stdout + result.stderr };
}

describe('configuration', () => {
  it.each([
    [['--port', 'eighty'], {}, 'PORT', '--port is "eighty"; use a whole number from 0 to 65535'],
    [[], { WATCHROOM_AUTH: 'maybe' }, 'WATCHROOM_AUTH', 'WATCHROOM_AUTH is "maybe"; use one of password, kratos, none'],
    [[], { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL', 'does not begin with postgres://'],
    [[], { DATABASE_URL: 'postgres://u@127.0.0.1:1/x' }, 'key', 'WATCHROOM_KEY is missing'],
    [[], { WATCHROOM_ADMIN_EMAIL: 'a@b.c' }, 'pair', 'belong together'],
    [['--only', 'some'], {}, 'only', '--only is "some"; use one of all, api, worker'],
    [['--colour', 'red'], {}, 'unknown flag', '--colour'],
    [[], { WATCHROOM_OUTBOUND_DENY: '10.0.0.0/99' }, 'network', 'has "10.0.0.0/99"'],
    [['launch'], {}, 'command', '"launch" is not a command'],
  ])('a wrong value (%s %o) stops the start and names %s', (flags, environment, _what, sentence) => {
    const { code, output } = run(flags, environment);
    expect(output).toContain(sentence);
    expect(code).toBe(1);
  });

  it('--help names every setting with its variable and default', () => {
    const { code, output } = run(['--help']);
    expect(code).toBe(0);
    for (const name of [
      'HOST',
      'PORT',
      'WATCHROOM_DATA',
      'DATABASE_URL',
      'WATCHROOM_DOCUMENTS',
      'WATCHROOM_KEY',
      'WATCHROOM_AUTH',
    ])
      expect(output).toContain(name);
    expect(output).toContain('Default: 8080');
  });

  it('a value that is not shown: no secret of the environment is printed', () => {
    const { output } = run(['--port', 'x'], {
      WATCHROOM_ADMIN_EMAIL: 'a@b.c',
      WATCHROOM_ADMIN_PASSWORD: 'hidden-word-1',
    });
    expect(output).not.toContain('hidden-word-1');
  });
});

describe('a started server', () => {
  const folder = temporaryFolder();
  let program: Program;
  beforeAll(async () => {
    program = await startProgram({ folder });
  });
  afterAll(async () => {
    await program.end('SIGTERM');
    rmSync(folder, { recursive: true, force: true });
  });

  it('keeps its key readable for its owner alone', () => {
    expect(statSync(join(folder, 'key')).mode & 0o777).toBe(0o600);
    expect(Buffer.from(readFileSync(join(folder, 'key'), 'utf8'), 'base64')).toHaveLength(32);
  });

  it('answers probes and metrics without sign-in, and nothing else', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics']) expect((await fetch(program.url + path)).status).toBe(200);
    for (const path of ['/api/v1/health/checks', '/api/auth/whoami', '/api/v1/changes', '/api/canary/api/summary'])
      expect((await fetch(program.url + path)).status).toBe(401);
  });

  it('tells coverage as a metric', async () => {
    expect(await (await fetch(`${program.url}/metrics`)).text()).toMatch(/watchroom_checks\{coverage="never_run"\} 0/);
  });

  it('sends a strict policy for scripts and refuses to be framed', async () => {
    const { headers } = await fetch(`${program.url}/healthz`);
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
    expect(headers.get('content-security-policy')).not.toContain('unsafe-eval');
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
  });

  it('serves its interfaces with and without /api and with repeated slashes', async () => {
    for (const path of ['/api/canary/about', '/canary/about', '//canary/about', '//api//canary/about'])
      expect((await program.call('GET', path)).body).toHaveProperty('Version');
  });

  it('refuses a second server on its data folder, naming it and the way out', () => {
    const { code, output } = run(['--port', '0', '--data', folder]);
    expect(code).toBe(1);
    expect(output).toContain(folder);
    expect(output).toMatch(/another|already|in use/i);
  });

  it('stops on SIGTERM although a browser listens to its stream', async () => {
    const stream = await fetch(`${program.url}/api/v1/changes`, {
      headers: { authorization: `Basic ${btoa(`${ADMIN.email}:${ADMIN.password}`)}` },
    });
    expect(stream.status).toBe(200);
    await program.end('SIGTERM');
    expect(program.process.exitCode).toBe(0);
    await stream.text().catch(() => '');
    program = await startProgram({ folder });
  });

  it('stays up when a target names an encoding that every object has', async () => {
    const hostile = createServer((_request, answer) =>
      answer.writeHead(200, { 'content-encoding': 'constructor' }).end('x'),
    );
    await new Promise<void>((resolve) => hostile.listen(0, '127.0.0.1', resolve));
    const { port } = hostile.address() as AddressInfo;
    const spec = { name: 'hostile', url: `http://127.0.0.1:${port}/` };
    const tested = await program.call('POST', '/api/v1/health/test', { kind: 'http', spec });
    expect(tested).toMatchObject({ status: 200, body: { pass: true } });
    hostile.close();
  });

  it('stops within seconds on SIGTERM and starts again with what it had', async () => {
    const made = await program.call('POST', '/api/db/canaries', {
      name: 'kept',
      spec: { schedule: '@every 30s', tcp: [{ name: 'kept', endpoint: '127.0.0.1:9' }] },
    });
    expect(made.status).toBe(201);
    await program.end('SIGTERM');
    expect(program.process.exitCode).toBe(0);
    program = await startProgram({ folder });
    const list = await program.call('GET', '/api/v1/health/checks');
    expect(list.body).toMatchObject({ checks: [{ name: 'kept' }] });
  });
});

describe('a server that was started by npm', () => {
  it.each(['start', 'dev'])('ends with its database when npm alone gets SIGTERM (npm run %s)', async (script) => {
    const folder = temporaryFolder();
    await using program = await startNpm(['run', script], { WATCHROOM_DATA: folder });
    const database = databaseProcess(folder);
    expect(isAlive(database)).toBe(true);
    const gone = once(program.process, 'exit');
    program.process.kill('SIGTERM');
    await gone;
    await expect.poll(() => isAlive(database)).toBe(false);
    await expect(fetch(program.url)).rejects.toThrow('fetch failed');
    rmSync(folder, { recursive: true, force: true });
  });
});

/** A page whose name was made to point here sends that name. */
function askAs(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    get(`${url}/api/canary/api/summary`, { headers: { host } }, (answer) => resolve(answer.resume().statusCode)).on(
      'error',
      reject,
    );
  });
}

describe('the health-only deployment', () => {
  it('serves health without sign-in and knows nothing else', async () => {
    await using program = await startProgram({ flags: ['--auth', 'none'] });
    const ask = async (method: string, path: string) => (await fetch(program.url + path, { method })).status;
    expect(await ask('GET', '/api/v1/health/checks')).toBe(200);
    expect(await ask('GET', '/api/canary/api/summary')).toBe(200);
    expect(await ask('GET', '/api/v1/health/coverage')).toBe(200);
    expect(await ask('GET', '/api/auth/whoami')).toBe(404);
    expect(await ask('GET', '/kratos/self-service/login/browser')).toBe(404);
    expect(await ask('GET', '/api/v1/identity/tokens')).toBe(404);
    expect(await ask('POST', '/api/v1/health/test')).toBe(403);
    expect(new URL(program.url).hostname).toBe('127.0.0.1');
    expect(await askAs(program.url, 'evil.example')).toBe(403);
    expect(await askAs(program.url, 'localhost')).toBe(200);
  });
});
