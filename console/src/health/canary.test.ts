import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AnsweringServer, startAnsweringServer } from '../app/tests/answering-server.ts';
import { changeCanary, createCanary, deleteCanary, readCanary, restoreCanary } from './canary.ts';

const row = { id: 'k1', name: 'shop', namespace: 'default', labels: null, spec: {}, updated_at: 't1+00:00' };
const input = { name: 'shop', namespace: 'default', spec: {} };

let server: AnsweringServer;
beforeAll(async () => {
  server = await startAnsweringServer();
  vi.stubGlobal('location', { origin: server.origin });
});
beforeEach(() => server.seen.splice(0));
afterAll(async () => {
  vi.unstubAllGlobals();
  await server[Symbol.asyncDispose]();
});

const rows = (...found: readonly object[]) => ({ status: 200, body: JSON.stringify(found) });
const asked = () =>
  server.seen.map(({ method, url, body }) => {
    const { select: _, ...conditions } = Object.fromEntries(new URL(url, server.origin).searchParams);
    return [method, conditions, body === '' ? undefined : (JSON.parse(body) as unknown)];
  });

describe('a canary of the data API', () => {
  it('is read while it is not deleted, and has labels even where none are stored', async () => {
    server.answer = rows(row);
    expect(await readCanary('k1')).toEqual({ ...row, labels: {} });
    expect(asked()).toEqual([['GET', { id: 'eq.k1', deleted_at: 'is.null' }, undefined]]);
  });

  it('is made, deleted and restored', async () => {
    server.answer = rows(row);
    expect(await createCanary(input)).toMatchObject({ id: 'k1' });
    await deleteCanary('k1');
    await restoreCanary('k1');
    expect(asked()).toEqual([
      ['POST', {}, input],
      ['PATCH', { id: 'eq.k1', deleted_at: 'is.null' }, { deleted_at: 'now()' }],
      ['PATCH', { id: 'eq.k1', deleted_at: 'not.is.null' }, { deleted_at: null }],
    ]);
  });

  it('is changed only as it was seen', async () => {
    server.answer = rows(row);
    await changeCanary(row, input);
    expect(asked()).toEqual([['PATCH', { id: 'eq.k1', updated_at: 'eq.t1+00:00', deleted_at: 'is.null' }, input]]);
  });

  it('that somebody changed meanwhile is stale, and one that somebody deleted is not found', async () => {
    server.answer = (method) => (method === 'GET' ? rows({ ...row, updated_at: 't2' }) : rows());
    await expect(changeCanary(row, input)).rejects.toMatchObject({ code: 'stale' });
    server.answer = rows();
    const all = [
      () => changeCanary(row, input),
      () => readCanary('k1'),
      () => deleteCanary('k1'),
      () => restoreCanary('k1'),
    ];
    for (const work of all) await expect(work()).rejects.toMatchObject({ code: 'not_found' });
  });
});
