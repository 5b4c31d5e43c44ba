import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createExecutor } from '../../src/execute/executor.ts';
import type { Executor } from '../../src/execute/statement.ts';
import { type Stage, bodyOf, createStage } from './stage.ts';

const READ = { isReadOnly: true };
const WRITE = { isReadOnly: false };

/** One backend throughout each test, looked at from inside. */
describe('what stays on a connection', () => {
  let stage: Stage;
  let pool: pg.Pool;
  let executor: Executor;
  beforeAll(async () => {
    stage = await createStage();
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  beforeEach(() => {
    pool = stage.pool({ max: 1 });
    executor = createExecutor(pool);
  });

  const SESSION = `select current_user as "user", current_setting('role') as role, current_setting('timezone') as zone,
    current_setting('transaction_read_only') as "readOnly", coalesce(current_setting('app.person', true), '') as person`;
  const session = async () => (await pool.query<Record<string, string>>(SESSION)).rows[0];
  const SEEN = bodyOf(`json_build_array(current_user, coalesce(current_setting('app.person', true), ''),
    coalesce(current_setting('app.other', true), ''), current_setting('search_path'), current_setting('work_mem'))`);
  const callerWith = (role: string, person: string) => ({ role, settings: { 'app.person': person } });

  it('is as before after success, after an error in the context, in the statement and of a time limit', async () => {
    const before = await session();
    const options = { ...READ, timezone: 'Asia/Tokyo' };
    await executor.run(callerWith(stage.reader, 'ann'), bodyOf('1'), options);
    expect(await session()).toEqual(before);
    await expect(executor.run(callerWith('nobody_at_all', 'ann'), bodyOf('1'), options)).rejects.toThrow(
      'nobody_at_all',
    );
    expect(await session()).toEqual(before);
    await expect(executor.run(callerWith(stage.reader, 'ann'), bodyOf('1/0'), options)).rejects.toThrow('zero');
    expect(await session()).toEqual(before);
    const limited = bodyOf(`tamper('set local statement_timeout = 30')`);
    await executor.run(callerWith(stage.writer, 'ann'), limited, { ...WRITE, timezone: 'Asia/Tokyo' });
    expect(await session()).toEqual(before);
  });

  it('is as before after a cancelled statement', async () => {
    const before = await session();
    const pid = (await executor.run({ role: stage.reader }, bodyOf('pg_backend_pid()'), READ)).body;
    const sleeping = executor.run(callerWith(stage.reader, 'ann'), bodyOf('pg_sleep(60)'), READ);
    const outcome = sleeping.catch((error: unknown) => error);
    await expect
      .poll(async () => {
        const { rows } = await stage.database.query(
          `select from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`,
        );
        return rows.length;
      })
      .toBe(1);
    await stage.database.query(`select pg_cancel_backend(${pid})`);
    expect(await outcome).toMatchObject({ code: '57014' });
    expect(await session()).toEqual(before);
  });

  it('is as before after a function has tried to end the transaction', async () => {
    const before = await session();
    for (const attempt of ['commit', 'rollback', 'begin', 'abort', 'savepoint a']) {
      await expect(
        executor.run(callerWith(stage.writer, 'ann'), bodyOf(`tamper('${attempt}')`), WRITE),
      ).rejects.toMatchObject({ code: '0A000' });
    }
    expect(await session()).toEqual(before);
  });

  it('does not let a role or a setting that a function left for the session reach the next caller', async () => {
    const next = async () => JSON.parse((await executor.run({ role: stage.reader }, SEEN, READ)).body ?? '') as unknown;
    const clean = await next();
    for (const [name, value] of [
      ['role', 'none'],
      ['role', stage.writer],
      ['app.person', 'mallory'],
      ['app.other', 'mallory'],
      ['search_path', 'pg_temp'],
      ['work_mem', '64kB'],
      ['default_transaction_read_only', 'on'],
    ]) {
      await executor.run(callerWith(stage.writer, 'ann'), bodyOf(`leave('${name}', '${value}')`), WRITE);
      expect(await next()).toEqual(clean);
      // A setting can be left by a read-only call as well.
      await executor.run(callerWith(stage.writer, 'ann'), bodyOf(`leave('${name}', '${value}')`), READ);
      expect(await next()).toEqual(clean);
    }
    await executor.run({ role: stage.writer }, bodyOf(`tamper('reset role')`), WRITE);
    await executor.run({ role: stage.writer }, bodyOf(`tamper('set session authorization default')`), WRITE);
    expect(await next()).toEqual(clean);
  });

  it('does not let what a function left reach a transaction', async () => {
    await executor.run(callerWith(stage.writer, 'ann'), bodyOf(`leave('app.other', 'mallory')`), WRITE);
    const body = await executor.transaction({ role: stage.reader }, READ, async ({ run }) => (await run(SEEN)).body);
    expect(JSON.parse(body ?? '')).toEqual([stage.reader, '', '', '"$user", public', '4MB']);
  });

  it('keeps the startup options of the pool', async () => {
    const own = createExecutor(stage.pool({ max: 1, options: '-c app.person=startup -c work_mem=1MB' }));
    await own.run({ role: stage.writer }, bodyOf(`leave('work_mem', '64kB')`), WRITE);
    const { body } = await own.run({ role: stage.reader }, SEEN, READ);
    expect(JSON.parse(body ?? '')).toMatchObject([stage.reader, 'startup', '', expect.any(String), '1MB']);
  });

  it('keeps a statement prepared per role and text, also when its first run failed', async () => {
    const prepared = async () => {
      const { rows } = await pool.query<{ statement: string }>(
        `select statement from pg_prepared_statements where statement like '%$1::int%' order by 1`,
      );
      return rows.length;
    };
    const divide = (by: string) => bodyOf('12/$1::int', by);
    await expect(executor.run({ role: stage.reader }, divide('0'), READ)).rejects.toMatchObject({ code: '22012' });
    expect(await prepared()).toBe(1);
    expect(await executor.run({ role: stage.reader }, divide('3'), READ)).toMatchObject({ body: '4' });
    expect(await prepared()).toBe(1);
    await executor.run({ role: stage.writer }, divide('3'), READ);
    expect(await prepared()).toBe(2);
  });

  it('closes the statement that was used longest ago when there are too many', async () => {
    executor = createExecutor(pool, { preparedStatements: 4 });
    const ask = (index: number) => executor.run({ role: stage.reader }, bodyOf(`'marked ${index}'`), READ);
    for (const index of [1, 2, 1, 3, 4, 1, 5]) await ask(index);
    const { rows } = await pool.query<{ statement: string }>(
      `select substring(statement from 'marked \\d') as statement from pg_prepared_statements
       where statement like '%marked%' and statement not like '%substring%' order by 1`,
    );
    expect(rows.map(({ statement }) => statement)).toEqual(['marked 1', 'marked 5']);
    for (const index of [2, 3, 4, 5, 1]) expect(await ask(index)).toMatchObject({ body: `marked ${index}` });
  });

  it('closes statements whose texts are long together', async () => {
    const long = '-'.repeat(200_000);
    const ask = (index: number) => executor.run({ role: stage.reader }, bodyOf(`'long ${index}${long}'`), READ);
    for (const index of [1, 2, 3, 2, 4]) expect((await ask(index)).body).toContain(`long ${index}`);
    const { rows } = await pool.query<{ statement: string }>(
      `select substring(statement from 'long \\d') as statement from pg_prepared_statements
       where statement like '%long _-%' and statement not like '%substring%' order by 1`,
    );
    expect(rows.map(({ statement }) => statement)).toEqual(['long 2', 'long 4']);
  });

  it('survives a function that deallocates what is prepared', async () => {
    await executor.run({ role: stage.writer }, bodyOf(`tamper('deallocate all')`), WRITE);
    expect(await executor.run({ role: stage.reader }, bodyOf('1'), READ)).toMatchObject({ body: '1' });
  });
});
