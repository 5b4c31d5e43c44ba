import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ConnectionLost } from '../../src/execute/batch.ts';
import { createExecutor } from '../../src/execute/executor.ts';
import type { CallerTransaction, Executor } from '../../src/execute/statement.ts';
import { type Stage, bodyOf, createStage } from './stage.ts';

const WRITE = { isReadOnly: false };

describe('transaction', () => {
  let stage: Stage;
  let pool: pg.Pool;
  let executor: Executor;
  beforeAll(async () => {
    stage = await createStage();
    await stage.database.query(`
      create table audit (entry text);
      grant insert on audit to ${stage.database.role('authenticator')};
      create function check_late() returns trigger language plpgsql as
        $$ begin if new.body = 'late' then raise 'too late, %', current_user; end if; return null; end $$;
      create constraint trigger late after insert on notes deferrable initially deferred
        for each row execute function check_late();`);
  });
  afterAll(() => stage[Symbol.asyncDispose]());
  beforeEach(async () => {
    await stage.database.query('truncate notes, audit');
    pool = stage.pool({ max: 1 });
    executor = createExecutor(pool);
  });

  const notes = async () => (await stage.database.query<{ body: string }>('select body from notes')).rows;
  const asWriter = <Result>(
    work: (transaction: CallerTransaction) => Promise<Result>,
    options: { rollback?: () => boolean } = {},
  ) => executor.transaction({ role: stage.writer, settings: { 'app.person': 'ann' } }, { ...WRITE, ...options }, work);
  const reusable = async () => {
    const { rows } = await pool.query<{ user: string }>(`select current_user as "user"`);
    return rows[0]?.user === stage.database.role('authenticator') && pool.totalCount === 1;
  };

  it('runs as the caller, queries as the user of the pool, in turn, and commits', async () => {
    const seen = await asWriter(async ({ run, query }) => {
      const me = bodyOf(`current_user || ' ' || current_setting('app.person')`);
      const first = await run(me);
      const { rows } = await query<{ user: string; person: string }>(
        `select current_user as "user", current_setting('app.person') as person where $1::int = 1`,
        [1],
      );
      await query(`insert into audit values ('made')`);
      await run(bodyOf(`note(1, 'kept')`));
      return [first.body, rows, (await run(me)).body];
    });
    expect(seen).toEqual([
      `${stage.writer} ann`,
      [{ user: stage.database.role('authenticator'), person: 'ann' }],
      `${stage.writer} ann`,
    ]);
    expect(await notes()).toEqual([{ body: 'kept' }]);
    expect(await reusable()).toBe(true);
  });

  it('keeps roles apart when statements are not awaited', async () => {
    const users = await asWriter(async ({ run, query }) => {
      const [a, b, c, d] = await Promise.all([
        query<{ current_user: string }>('select current_user'),
        run(bodyOf('current_user')),
        query<{ current_user: string }>('select current_user'),
        run(bodyOf('current_user')),
      ]);
      return [a.rows[0]?.current_user, b.body, c.rows[0]?.current_user, d.body];
    });
    const own = stage.database.role('authenticator');
    expect(users).toEqual([own, stage.writer, own, stage.writer]);
  });

  it('rolls back when the work throws, and throws it on', async () => {
    const reason = new Error('no');
    await expect(
      asWriter(async ({ run }) => {
        await run(bodyOf(`note(1, 'x')`));
        throw reason;
      }),
    ).rejects.toBe(reason);
    expect(await notes()).toEqual([]);
    expect(await reusable()).toBe(true);
  });

  it('rolls back when it is told to at the end', async () => {
    let isOver = false;
    const body = await asWriter(
      async ({ run }) => {
        isOver = true;
        return (await run(bodyOf(`note(1, 'x')`))).body;
      },
      { rollback: () => isOver },
    );
    expect(body).toBe('noted');
    expect(await notes()).toEqual([]);
  });

  it('does not report success when the work has hidden a failed statement', async () => {
    await expect(
      asWriter(async ({ run, query }) => {
        await run(bodyOf(`note(1, 'x')`));
        await query('select 1/0').catch(() => undefined);
      }),
    ).rejects.toMatchObject({ code: '25P02' });
    expect(await notes()).toEqual([]);
    expect(await reusable()).toBe(true);
  });

  it('lets what is checked at the commit refuse it, as the caller', async () => {
    await expect(asWriter(({ run }) => run(bodyOf(`note(1, 'late')`)))).rejects.toThrow(`too late, ${stage.writer}`);
    expect(await reusable()).toBe(true);
  });

  it('waits for a query that the work did not await, and refuses one that comes later', async () => {
    const kept: CallerTransaction[] = [];
    await asWriter(async (transaction) => {
      kept.push(transaction);
      void transaction.run(bodyOf(`note(1, 'slow' || pg_sleep(0.05))`));
    });
    expect(await notes()).toEqual([{ body: 'slow' }]);
    await expect(kept[0]?.query('select 1')).rejects.toThrow('The transaction is over.');
  });

  it('closes the connection when it dies in the middle', async () => {
    await expect(
      asWriter(async ({ run }) => {
        const { body: pid } = await run(bodyOf('pg_backend_pid()'));
        await stage.database.query(`select pg_terminate_backend(${pid})`);
        return run(bodyOf('1'));
      }),
    ).rejects.toBeInstanceOf(ConnectionLost);
    expect(await reusable()).toBe(true);
  });
});
