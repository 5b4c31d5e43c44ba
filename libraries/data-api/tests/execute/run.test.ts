import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ConnectionLost } from '../../src/execute/batch.ts';
import { createExecutor } from '../../src/execute/executor.ts';
import { type Stage, bodyOf, createStage } from './stage.ts';

const READ = { isReadOnly: true };
const WRITE = { isReadOnly: false };

describe('run', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await createStage();
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  it('gives the columns of the envelope as the database wrote them', async () => {
    const executor = createExecutor(stage.pool());
    const text = `select '[1, 2.0]', '2', '17', '{"id": 1}', '1', '418', '[{}]'`;
    expect(await executor.run({ role: stage.reader }, { text, values: [] }, READ)).toEqual({
      body: '[1, 2.0]',
      rows: 2,
      total: 17,
      key: '{"id": 1}',
      inserted: 1,
      status: '418',
      headers: '[{}]',
    });
  });

  it('runs as the role, with the settings and the time zone of the caller', async () => {
    const executor = createExecutor(stage.pool());
    const caller = { role: stage.reader, settings: { 'app.person': 'o\'"é😀' } };
    const asked = bodyOf(`json_build_array(current_user, current_setting('app.person'), current_setting('timezone'))`);
    const { body } = await executor.run(caller, asked, { isReadOnly: true, timezone: 'Asia/Tokyo' });
    expect(JSON.parse(body ?? '')).toEqual([stage.reader, 'o\'"é😀', 'Asia/Tokyo']);
  });

  it('carries NULL, empty text and every kind of character both ways', async () => {
    const executor = createExecutor(stage.pool());
    for (const value of [null, '', 'null', 'Ünïcode 漢字 😀', `'";--\\ $1 \t\r\n`]) {
      const { body } = await executor.run({ role: stage.reader }, bodyOf('$1::text', value), READ);
      expect(body).toBe(value);
    }
  });

  it('carries a body of ten million bytes both ways', async () => {
    const executor = createExecutor(stage.pool());
    const large = 'é'.repeat(5_000_000);
    const { body } = await executor.run({ role: stage.reader }, bodyOf('$1::text', large), READ);
    expect(body).toBe(large);
  });

  it('refuses a write of a call that is read-only, also inside a function', async () => {
    const executor = createExecutor(stage.pool());
    const write = bodyOf(`note(1, 'x')`);
    await expect(executor.run({ role: stage.writer }, write, READ)).rejects.toMatchObject({ code: '25006' });
    await expect(
      executor.run({ role: stage.writer }, bodyOf(`tamper('set transaction_read_only = off')`), READ),
    ).rejects.toBeInstanceOf(pg.DatabaseError);
  });

  it('commits a write', async () => {
    const executor = createExecutor(stage.pool());
    await executor.run({ role: stage.writer }, bodyOf(`note(2, 'kept')`), WRITE);
    const { rows } = await stage.database.query('select body from notes where id = 2');
    expect(rows).toEqual([{ body: 'kept' }]);
  });

  it('rejects with the error of the server and goes on with the same connection', async () => {
    const pool = stage.pool({ max: 1 });
    const executor = createExecutor(pool);
    const backend = () => executor.run({ role: stage.reader }, bodyOf('pg_backend_pid()'), READ);
    const before = await backend();
    await expect(executor.run({ role: stage.reader }, bodyOf('1/0'), READ)).rejects.toBeInstanceOf(pg.DatabaseError);
    await expect(executor.run({ role: stage.reader }, bodyOf('nothing'), READ)).rejects.toMatchObject({
      code: '42703',
    });
    expect(await backend()).toEqual(before);
  });

  it('never runs the statement when the role is unknown or not to be had', async () => {
    const executor = createExecutor(stage.pool());
    const write = bodyOf(`note(3, 'never')`);
    await expect(executor.run({ role: 'nobody_at_all' }, write, WRITE)).rejects.toMatchObject({ code: '22023' });
    await expect(executor.run({ role: 'postgres' }, write, WRITE)).rejects.toBeInstanceOf(pg.DatabaseError);
    await expect(executor.run({ role: 'pg_read_all_data' }, write, WRITE)).rejects.toMatchObject({
      code: '42501',
      message: 'permission denied to set role "pg_read_all_data"',
    });
    const { rows } = await stage.database.query('select from notes where id = 3');
    expect(rows).toEqual([]);
  });

  it('refuses more values than the protocol can count', async () => {
    const executor = createExecutor(stage.pool({ max: 1 }));
    const values = Array.from({ length: 70_000 }, () => 'x');
    await expect(executor.run({ role: stage.reader }, { text: 'select 1', values }, READ)).rejects.toThrow(
      '65535 values',
    );
    const { body } = await executor.run({ role: stage.reader }, bodyOf('1'), READ);
    expect(body).toBe('1');
  });

  it('answers 200 callers at once over four connections, each its own', async () => {
    const executor = createExecutor(stage.pool({ max: 4 }));
    const asked = bodyOf(`current_user || current_setting('app.person') || $1`, 'x');
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => {
        const role = index % 2 ? stage.reader : stage.writer;
        const caller = { role, settings: { 'app.person': String(index) } };
        const failing = index % 5 === 0 ? [executor.run(caller, bodyOf('1/0'), READ).catch(() => 'failed')] : [];
        const [answer] = await Promise.all([executor.run(caller, asked, READ), ...failing]);
        return answer.body === `${role}${index}x`;
      }),
    );
    expect(answers.filter((isOwn) => !isOwn)).toEqual([]);
  });

  it('rejects when the backend dies in the middle, and the pool recovers', async () => {
    const pool = stage.pool({ max: 1 });
    const executor = createExecutor(pool);
    const { body: pid } = await executor.run({ role: stage.reader }, bodyOf('pg_backend_pid()'), READ);
    const sleeping = executor.run({ role: stage.reader }, bodyOf('pg_sleep(60)'), READ);
    const outcome = sleeping.catch((error: unknown) => error);
    await expect
      .poll(async () => {
        const { rows } = await stage.database.query<{ state: string }>(
          `select state from pg_stat_activity where pid = ${pid} and wait_event = 'PgSleep'`,
        );
        return rows.length;
      })
      .toBe(1);
    await stage.database.query(`select pg_terminate_backend(${pid})`);
    expect(await outcome).toBeInstanceOf(ConnectionLost);
    const after = await executor.run({ role: stage.reader }, bodyOf('pg_backend_pid()'), READ);
    expect(after.body).not.toBe(pid);
    expect(pool.totalCount).toBe(1);
  });

  it('rejects with ConnectionLost when there is no server', async () => {
    const executor = createExecutor(stage.pool({ port: 1 }));
    await expect(executor.run({ role: stage.reader }, bodyOf('1'), READ)).rejects.toBeInstanceOf(ConnectionLost);
  });

  it('is stopped by the time limits of server and driver', async () => {
    const byServer = createExecutor(stage.pool({ statement_timeout: 1_000, max: 1 }));
    await expect(byServer.run({ role: stage.reader }, bodyOf('pg_sleep(60)'), READ)).rejects.toMatchObject({
      code: '57014',
    });
    expect(await byServer.run({ role: stage.reader }, bodyOf('1'), READ)).toMatchObject({ body: '1' });
    const byDriver = createExecutor(stage.pool({ query_timeout: 1_000, max: 1 }));
    await expect(byDriver.run({ role: stage.reader }, bodyOf('pg_sleep(60)'), READ)).rejects.toBeInstanceOf(
      ConnectionLost,
    );
    expect(await byDriver.run({ role: stage.reader }, bodyOf('1'), READ)).toMatchObject({ body: '1' });
  });

  it('explains a statement as the caller and undoes what the explanation ran', async () => {
    const pool = stage.pool({ max: 1 });
    const executor = createExecutor(pool);
    const insert = { text: `insert into notes values (4, $1)`, values: ['x'] };
    const plan = await executor.explain({ role: stage.writer }, insert, { ...WRITE, explain: 'analyze, format json' });
    expect(JSON.parse(plan)).toMatchObject([{ Plan: { 'Node Type': 'ModifyTable' } }]);
    const { rows } = await stage.database.query('select from notes where id = 4');
    expect(rows).toEqual([]);
    await expect(
      executor.explain({ role: stage.reader }, insert, { ...WRITE, explain: 'analyze' }),
    ).rejects.toMatchObject({ code: '42501' });
    expect(await executor.run({ role: stage.reader }, bodyOf('1'), READ)).toMatchObject({ body: '1' });
  });
});
