import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Coverage } from '@watchroom/contract/health';
import type { Row } from '@watchroom/contract/rows';
import { afterAll, describe, expect, it } from 'vitest';
import { eventually, type Program, startProgram, temporaryFolder } from '../kit/program.ts';
import { startTarget } from '../kit/target.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const COUNT = 40;

async function watch(program: Program, url: string): Promise<void> {
  const http = Array.from({ length: COUNT }, (_, index) => ({ name: `check ${index}`, url: `${url}/${index}` }));
  const made = await program.call('POST', '/api/db/canaries', {
    name: 'load',
    namespace: 'default',
    spec: { schedule: '@every 1s', http },
  });
  expect(made.status).toBe(201);
}

async function fullCoverage(program: Program): Promise<Coverage> {
  return eventually('full coverage', async () => {
    const { status, body } = await program.call('GET', '/api/v1/health/coverage');
    const coverage = body as Coverage;
    return (
      status === 200 && coverage.scheduled === COUNT && coverage.ratio === 1 && coverage.never_run === 0 && coverage
    );
  });
}

/** The newest stored run of one check. */
async function newest(program: Program): Promise<Row<'check_statuses'>[]> {
  const list = await program.call('GET', '/api/v1/health/checks?limit=1&groupBy=none&sortBy=name');
  const id = (list.body as { checks: { id: string }[] }).checks[0]?.id;
  const history = await program.call('GET', `/api/db/check_statuses?check_id=eq.${id}&order=time.desc&limit=1000`);
  return history.body;
}

describe('kill -9', () => {
  it('of the server loses nothing that was stored, and checking goes on after the next start', async () => {
    await using target = await startTarget();
    const first = await startProgram({ folder });
    await watch(first, target.url);
    const before = await eventually('a history', async () => {
      const history = await newest(first);
      return history.length >= 3 && history;
    });
    await first.end('SIGKILL');

    await using second = await startProgram({ folder });
    const after = await newest(second);
    const times = new Set(after.map((entry) => entry.time));
    expect(before.filter((entry) => !times.has(entry.time))).toEqual([]);
    await fullCoverage(second);
    const grown = await eventually('new runs', async () => (await newest(second)).length > after.length);
    expect(grown).toBe(true);
  });

  it('of PostgreSQL alone is mended by the server, which goes on checking', async () => {
    await using target = await startTarget();
    await using program = await startProgram();
    await watch(program, target.url);
    const before = await eventually('a history', async () => {
      const history = await newest(program);
      return history.length >= 2 && history;
    });
    const postmaster = Number(readFileSync(join(program.folder, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
    execFileSync('kill', ['-9', String(postmaster)]);

    const after = await eventually('runs after the restart', async () => {
      const history = await newest(program).catch(() => []);
      return Array.isArray(history) && history.length > before.length + 1 && history;
    });
    const times = new Set(after.map((entry) => entry.time));
    expect(before.filter((entry) => !times.has(entry.time))).toEqual([]);
    await fullCoverage(program);
    expect(program.process.exitCode).toBeNull();
  });
});
