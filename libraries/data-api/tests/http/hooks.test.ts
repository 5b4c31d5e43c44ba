import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WriteChange, WriteHook } from '../../src/index.ts';
import { asWriter, openStage, type Stage } from './stage.ts';

class Refused extends Error {
  readonly statusCode = 422;
}

describe('a hook', () => {
  let stage: Stage;
  let changes: WriteChange[];
  const hook: WriteHook = async ({ query }, change) => {
    changes.push(change);
    await query('insert into api.log values ($1)', [change.operation]);
    const bodies = change.after.map((row) => row['body']);
    if (bodies.includes('refuse')) throw new Refused('Not this one');
    if (bodies.includes('break')) await query('select 1/0');
    if (bodies.includes('rewrite')) await query(`update api.notes set body = 'rewritten' where body = 'rewrite'`);
  };
  beforeAll(async () => {
    stage = await openStage({ hooks: { notes: hook }, txRollback: true });
    await stage.database.query(`grant select, update on api.notes to ${stage.database.role('authenticator')}`);
  });
  afterAll(() => stage[Symbol.asyncDispose]());

  const write = (
    method: 'POST' | 'PATCH' | 'DELETE' | 'PUT',
    url: string,
    body?: unknown,
    prefer = 'return=representation',
  ) => {
    changes = [];
    return stage.ask(method, url, {
      headers: { ...asWriter, prefer },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  };
  const log = async () => (await stage.database.query<{ entry: string }>('select entry from api.log')).rows.length;

  it('sees what was inserted, as far as the caller may read it', async () => {
    const { status, json } = await write('POST', '/data/notes?select=id', { id: 100, body: 'a', size: 1.5 });
    expect([status, json()]).toEqual([201, [{ id: 100 }]]);
    expect(changes).toEqual([
      {
        operation: 'insert',
        schema: 'api',
        relation: 'notes',
        before: [],
        caller: { role: stage.database.role('writer') },
        after: [{ id: 100, body: 'a', size: 1.5 }],
      },
    ]);
  });

  it('sees rows before and after an update', async () => {
    await write('POST', '/data/notes', [
      { id: 110, body: 'a' },
      { id: 111, body: 'b' },
    ]);
    const { status, json } = await write('PATCH', '/data/notes?id=in.(110,111)&select=body', { body: 'c' });
    expect([status, json()]).toEqual([200, [{ body: 'c' }, { body: 'c' }]]);
    const [change] = changes;
    expect([change?.operation, change?.before.map((row) => row['body']).toSorted(), change?.after]).toEqual([
      'update',
      ['a', 'b'],
      [expect.objectContaining({ body: 'c' }), expect.objectContaining({ body: 'c' })],
    ]);
  });

  it('sees rows before a delete', async () => {
    await write('POST', '/data/notes', { id: 120, body: 'a' });
    const { status, text } = await write('DELETE', '/data/notes?id=eq.120', undefined, 'return=minimal');
    expect([status, text]).toEqual([204, '']);
    expect(changes).toMatchObject([{ operation: 'delete', before: [{ id: 120, body: 'a' }], after: [] }]);
  });

  it('can change the rows that are answered', async () => {
    const { json } = await write('POST', '/data/notes?select=id,body', { id: 130, body: 'rewrite' });
    expect(json()).toEqual([{ id: 130, body: 'rewritten' }]);
  });

  it('undoes the write with what it throws, which reaches the app as it is', async () => {
    const before = await log();
    const { status, json } = await write('POST', '/data/notes', { id: 140, body: 'refuse' });
    expect([status, json()]).toEqual([422, expect.objectContaining({ message: 'Not this one' })]);
    expect((await stage.ask('GET', '/data/notes?id=eq.140')).json()).toEqual([]);
    expect(await log()).toBe(before);
  });

  it('does not have its own failed queries told as refusals of the request', async () => {
    const { status, json } = await write('POST', '/data/notes', { id: 141, body: 'break' });
    expect([status, json()]).toEqual([500, expect.objectContaining({ statusCode: 500 })]);
  });

  it('is not asked about what was refused before, and not about reads', async () => {
    await write('POST', '/data/notes', { id: 1, body: 'twice' });
    expect(changes).toEqual([]);
    await stage.ask('GET', '/data/notes');
    expect(changes).toEqual([]);
  });

  it('is undone by tx=rollback together with the write', async () => {
    const before = await log();
    const { status, json } = await write(
      'POST',
      '/data/notes?select=id',
      { id: 150, body: 'x' },
      'return=representation,tx=rollback',
    );
    expect([status, json(), changes.length]).toEqual([201, [{ id: 150 }], 1]);
    expect((await stage.ask('GET', '/data/notes?id=eq.150')).json()).toEqual([]);
    expect(await log()).toBe(before);
  });

  it('sees an upsert as what it did', async () => {
    await write('PUT', '/data/notes?id=eq.160', { id: 160, body: 'new', size: null });
    expect(changes[0]?.operation).toBe('insert');
    await write('PUT', '/data/notes?id=eq.160', { id: 160, body: 'newer', size: null });
    expect(changes).toMatchObject([{ after: [{ id: 160, body: 'newer' }] }]);
  });
});
