import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';

const ROWS = 100_001;

const someText: unknown = expect.any(String);

let server: DataApiServer;
let impatient: DataApiServer;

const fill = ({ database }: DataApiServer) =>
  database.query(`insert into jobs.job_history (name) select 'job ' || n from generate_series(1, ${ROWS}) n`);

beforeAll(async () => {
  server = await startDataApiServer();
  impatient = await startDataApiServer(['--count-timeout', '1']);
  await fill(server);
  await fill(impatient);
  await impatient.database.query('analyze jobs.job_history');
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await impatient[Symbol.asyncDispose]();
});

describe('a request beyond the limits', () => {
  it.each([
    ['embeds in embeds', `canaries?select=${'checks(canaries('.repeat(4)}id${'))'.repeat(4)}`, 400],
    ['conditions', `canaries?or=(${Array.from({ length: 501 }, () => 'name.eq.a').join(',')})`, 400],
    ['levels of logic', `canaries?and=${'(or('.repeat(1_000)}name.eq.a${'))'.repeat(1_000)}`, 400],
    ['bytes', `canaries?name=eq.${'a'.repeat(65_536)}`, 400],
  ])('in %s is refused, and told which', async (_, url, status) => {
    const answer = await server.ask('viewer', 'GET', url);
    expect([answer.status, answer.body]).toMatchObject([
      status,
      { code: expect.stringMatching(/^PGRST/) as unknown, message: expect.stringMatching(/\d/) as unknown },
    ]);
  });

  it('in the size of its body is refused', async () => {
    const answer = await server.ask('editor', 'POST', 'canaries', { body: { name: 'a'.repeat(1_100_000) } });
    expect([answer.status, answer.body]).toMatchObject([413, { code: 'too_large', message: someText }]);
  });

  it('in rows is refused and never cut, and what is just within is whole', async () => {
    const all = await server.ask('viewer', 'GET', 'job_history?select=name');
    expect([all.status, all.body]).toMatchObject([400, { message: expect.stringContaining('100000') as unknown }]);
    const most = await server.ask('viewer', 'GET', `job_history?select=name&limit=${ROWS - 1}`);
    expect([most.status, (most.body as unknown[]).length]).toEqual([200, ROWS - 1]);
  });
});

describe('a count', () => {
  const ask = (of: DataApiServer) =>
    of.ask('viewer', 'GET', 'job_history?select=name&limit=10', { headers: { prefer: 'count=exact' } });

  it('is exact unless an administrator allows otherwise', async () => {
    const { status, headers } = await ask(server);
    expect([status, headers['content-range'], headers['preference-applied']]).toEqual([
      206,
      `0-9/${ROWS}`,
      'count=exact',
    ]);
  });

  it('that takes longer than WATCHROOM_COUNT_TIMEOUT is an estimate, and says so', async () => {
    const { status, headers } = await ask(impatient);
    expect([status, headers['preference-applied']]).toEqual([206, 'count=estimated']);
    const [, total] = /^0-9\/(\d+)$/.exec(String(headers['content-range'])) ?? [];
    expect(Number(total)).toBeGreaterThan(ROWS / 2);
  });
});
