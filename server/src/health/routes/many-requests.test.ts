import type { ServerResponse } from 'node:http';
import { permissionsOf } from '@watchroom/contract/identity';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type HealthServer, startHealthServer } from '../testing/health-server.ts';

const ANN = crypto.randomUUID();
const BOB = crypto.randomUUID();
const LIST = '/api/v1/health/checks';
const SUMMARY = '/api/canary/api/summary';

let server: HealthServer;
let origin = '';
let holder: pg.Client;
let arrived = 0;
/** Requests that are neither answered nor given up. */
let open = 0;
const reads = () => vi.mocked(server.context.database.readAs).mock.calls.length;

beforeAll(async () => {
  server = await startHealthServer();
  server.app.authenticate.current = async ({ headers }) => {
    arrived += 1;
    return { personId: String(headers['x-person']), role: 'viewer', permissions: permissionsOf(['viewer']) };
  };
  origin = await server.app.listen({ host: '127.0.0.1', port: 0 });
  server.app.server.on('request', (_request, response: ServerResponse) => {
    open += 1;
    response.once('close', () => {
      open -= 1;
    });
  });
  holder = await server.database.connect();
});
afterAll(async () => {
  await holder.end();
  await server[Symbol.asyncDispose]();
});
/** Until the lock is released, every statement that reads checks waits. */
beforeEach(async () => {
  arrived = 0;
  vi.spyOn(server.context.database, 'readAs');
  await holder.query('begin');
  await holder.query('lock table health.checks, health.check_statuses in access exclusive mode');
});
afterEach(async () => {
  await release();
  vi.restoreAllMocks();
});
const release = () => holder.query('rollback');

const ask = (person: string, path: string, signal?: AbortSignal) =>
  fetch(`${origin}${path}`, { headers: { 'x-person': person }, ...(signal && { signal }) }).then(async (answer) => ({
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    body: await answer.text(),
  }));
const askMany = (person: string, path: string, times: number) => Array.from({ length: times }, () => ask(person, path));
async function allArrived(count: number): Promise<void> {
  await expect.poll(() => arrived).toBe(count);
}
/** Statements of callers that wait for the lock. */
const blocked = async () => {
  const { rows } = await server.database.query<{ n: number }>(
    `select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
     where d.datname = current_database() and l.locktype = 'relation' and not l.granted`,
  );
  return rows[0]?.n;
};
const statuses = async (answers: ReturnType<typeof askMany>) =>
  (await Promise.all(answers)).map(({ status }) => status);

describe('many requests at once', () => {
  it.each([LIST, `/api/v1/health/checks/${ANN}`, '/api/v1/health/labels', `/api/canary/api/graph?check=${ANN}`])(
    'of one person to %s take three connections and leave the others',
    async (path) => {
      const mine = askMany(ANN, path, 20);
      await allArrived(20);
      const others = ask(BOB, LIST);
      // Bob asked last: without a share, he would wait behind all of Ann's.
      await expect.poll(blocked).toBe(4);
      expect(reads()).toBe(4);
      await release();
      expect((await others).status).toBe(200);
      expect(new Set(await statuses(mine)).size).toBe(1);
    },
  );

  it('are refused with 429 where more than 200 wait, and say when to try again', async () => {
    const mine = askMany(ANN, LIST, 205);
    const refused = await Promise.any(mine);
    expect(refused).toMatchObject({ status: 429, retryAfter: '1' });
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'too_many_requests' });
    await allArrived(205);
    await release();
    expect((await statuses(mine)).filter((status) => status === 429)).toHaveLength(2);
    expect((await ask(ANN, LIST)).status).toBe(200);
  });

  it('do not start when their client has left before its turn', async () => {
    const running = askMany(ANN, LIST, 3);
    await expect.poll(blocked).toBe(3);
    const leaving = new AbortController();
    const left = ask(ANN, LIST, leaving.signal).catch(() => 'left');
    await allArrived(4);
    leaving.abort();
    expect(await left).toBe('left');
    await expect.poll(() => open).toBe(3);
    await release();
    expect(await statuses(running)).toEqual([200, 200, 200]);
    expect((await ask(ANN, LIST)).status).toBe(200);
    expect(reads()).toBe(4);
  });

  it('keep their turn while their statement runs, though their client has left', async () => {
    const leaving = new AbortController();
    const left = [1, 2, 3].map(() => ask(ANN, LIST, leaving.signal).catch(() => 'left'));
    await expect.poll(blocked).toBe(3);
    const next = ask(ANN, LIST);
    await allArrived(4);
    leaving.abort();
    await Promise.all(left);
    await expect.poll(() => open).toBe(1);
    const others = ask(BOB, LIST);
    await expect.poll(blocked).toBe(4);
    expect(reads()).toBe(4);
    await release();
    expect([(await next).status, (await others).status]).toEqual([200, 200]);
  });
});

describe('the summary', () => {
  it.each([
    ['one person', () => ANN],
    ['as many people', () => crypto.randomUUID()],
  ])('is read twice at most for 60 requests of %s', async (_who, person) => {
    const answers = Array.from({ length: 60 }, () => ask(person(), SUMMARY));
    await allArrived(60);
    await expect.poll(blocked).toBe(1);
    expect(reads()).toBe(1);
    await release();
    expect(new Set(await statuses(answers))).toEqual(new Set([200]));
    expect(reads()).toBe(2);
  });
});
