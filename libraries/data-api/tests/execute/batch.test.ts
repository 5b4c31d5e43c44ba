import { createRequire } from 'node:module';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendBatch } from '../../src/execute/batch.ts';
import { type Stage, createStage } from './stage.ts';

/** What sendBatch relies on inside pg. When this fails, read the release's client.js and connection.js again. */
describe('the inside of pg', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await createStage();
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  it('is that of the version that this was written for', () => {
    const { version } = createRequire(import.meta.url)('pg/package.json') as { version: string };
    expect(version).toBe('8.23.1');
  });

  it('tells a query of these events, in this order', async () => {
    const client = await stage.pool().connect();
    const seen: string[] = [];
    for (const event of ['parseComplete', 'closeComplete', 'readyForQuery']) {
      client.connection.on(event, () => seen.push(event));
    }
    const note = (name: string) => () => void seen.push(name);
    const run = (text: string) =>
      new Promise<void>((resolve) => {
        client.connection.once('readyForQuery', () => resolve());
        client.query({
          callback: () => undefined,
          submit(connection: pg.Connection) {
            connection.close({ type: 'S', name: 'absent' }, true);
            connection.parse({ name: '', text, types: [] }, true);
            connection.bind({ values: ['0', null] }, true);
            connection.execute(null, true);
            connection.sync();
          },
          handleDataRow: ({ fields }: { fields: unknown }) => seen.push(`row ${JSON.stringify(fields)}`),
          handleCommandComplete: note('complete'),
          handleError: (error: unknown) => seen.push(`error ${error instanceof pg.DatabaseError}`),
          handleReadyForQuery: note('handleReadyForQuery'),
          handleRowDescription: note('description'),
        });
      });
    await run('select $1::int, $2::text');
    expect(seen).toEqual([
      'closeComplete',
      'parseComplete',
      'row ["0",null]',
      'complete',
      'handleReadyForQuery',
      'readyForQuery',
    ]);
    expect(client.getTransactionStatus()).toBe('I');
    seen.length = 0;
    await run('select 1/$1::int, $2::text');
    expect(seen).toEqual(['closeComplete', 'parseComplete', 'error true', 'readyForQuery']);
    client.release();
  });

  it('refuses a pipelining pool instead of mixing up answers', async () => {
    const client = await stage.pool({ pipeline: true }).connect();
    await expect(sendBatch(client, [{ text: 'select 1', values: [] }], 10)).rejects.toThrow('pipeline mode');
    client.release(true);
  });

  it('gives the rows of each step', async () => {
    const client = await stage.pool().connect();
    const steps = [
      { text: 'select generate_series(1, $1::int)', values: ['2'] },
      { name: 'nothing', text: 'select where false', values: [] },
      { text: 'select null, $1', values: ['é'] },
    ];
    expect(await sendBatch(client, steps, 10)).toEqual([
      { rows: [['1'], ['2']] },
      { rows: [] },
      { rows: [[null, 'é']] },
    ]);
    client.release();
  });

  it('takes the same statement twice, prepared or not', async () => {
    const client = await stage.pool().connect();
    const step = { name: 'same', text: 'select 1', values: [] };
    const rows = [['1']];
    expect(await sendBatch(client, [step, step], 10)).toEqual([{ rows }, { rows }]);
    expect(await sendBatch(client, [step, step], 10)).toEqual([{ rows }, { rows }]);
    client.release();
  });
});
