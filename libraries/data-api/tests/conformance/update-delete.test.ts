import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { having, refusal } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

const full = { prefer: 'return=representation' };

describe('update', () => {
  it('answers 204, or the rows when asked', async () => {
    const silent = await api.ask('PATCH', '/tasks?id=eq.1', { body: { priority: 2 } });
    expect([silent.status, silent.text, silent.headers['content-range']]).toEqual([204, '', '0-0/*']);
    const told = await api.ask('PATCH', '/tasks?id=in.(2,3)&select=id,priority&order=id', {
      ...full,
      body: { priority: 5 },
    });
    expect([told.status, told.body]).toEqual([
      200,
      [
        { id: 2, priority: 5 },
        { id: 3, priority: 5 },
      ],
    ]);
  });

  it('sets what is sent, null included, and nothing else', async () => {
    const { body } = await api.ask('PATCH', '/tasks?id=eq.4', { ...full, body: { is_done: null } });
    expect(body).toEqual([having({ id: 4, is_done: null, title: 'Pump', priority: 1 })]);
  });

  it('answers an empty list when nothing matches', async () => {
    const { status, body } = await api.ask('PATCH', '/tasks?id=eq.0', { ...full, body: { priority: 1 } });
    expect([status, body]).toEqual([200, []]);
  });

  it('answers 406 when an object is asked for and nothing matches, and writes nothing when several do', async () => {
    const object = { ...full, headers: { accept: 'application/vnd.pgrst.object+json' }, body: { note: 'all' } };
    expect((await api.ask('PATCH', '/invoices?id=eq.0', object)).status).toBe(406);
    const several = await api.ask('PATCH', '/invoices?id=gt.0', object);
    expect([several.status, several.body]).toEqual([406, refusal('PGRST116', 'single JSON object')]);
    expect((await api.get('/invoices?note=eq.all')).body).toEqual([]);
  });

  it('counts', async () => {
    const { headers } = await api.ask('PATCH', '/roles?film_id=eq.2', { prefer: 'count=exact', body: { part: 'x' } });
    expect(headers['content-range']).toBe('0-1/2');
  });

  it('honours columns', async () => {
    const { body } = await api.ask('PATCH', '/tasks?id=eq.5&columns=title&select=title,priority', {
      ...full,
      body: { title: 'Brush', priority: 1, junk: true },
    });
    expect(body).toEqual([{ title: 'Brush', priority: 5 }]);
  });

  it('does nothing with an empty body', async () => {
    const { status, text } = await api.ask('PATCH', '/tasks?id=eq.1', { body: {} });
    expect([status, text]).toEqual([204, '']);
  });

  it.each([
    ['/tasks?id=eq.1', { nope: 1 }, 400, 'PGRST204', 'nope'],
    ['/tasks?nope=eq.1', { title: 'x' }, 400, '42703', 'tasks.nope'],
    ['/tasks?id=eq.1', { priority: 99 }, 400, '23514', 'tasks_priority_check'],
    ['/tasks?id=eq.1', { project_id: 99 }, 409, '23503', 'tasks_project_id_fkey'],
    ['/tasks', { title: 'x' }, 400, '21000', 'WHERE'],
    ['/invoices?id=eq.1', { tax: 1 }, 400, '428C9', 'tax'],
  ])('refuses %s %j', async (url, body, status, code, message) => {
    const answer = await api.ask('PATCH', url, { body });
    expect([answer.status, answer.body]).toEqual([status, refusal(code, message)]);
  });
});

describe('delete', () => {
  it('answers 204, or the rows when asked', async () => {
    await api.post('/notices', [
      { id: 10, text: 'a' },
      { id: 11, text: 'b' },
    ]);
    const silent = await api.ask('DELETE', '/notices?id=eq.10', { prefer: 'count=exact' });
    expect([silent.status, silent.text, silent.headers['content-range']]).toEqual([204, '', '*/1']);
    const told = await api.ask('DELETE', '/notices?id=eq.11&select=text', full);
    expect([told.status, told.body]).toEqual([200, [{ text: 'b' }]]);
    expect((await api.ask('DELETE', '/notices?id=eq.11', full)).body).toEqual([]);
  });

  it('deletes by trees and JSON paths', async () => {
    await api.post('/documents', { id: 90, data: { go: 'yes' } });
    const { body } = await api.ask('DELETE', '/documents?or=(data->>go.eq.yes,id.eq.-1)&select=id', full);
    expect(body).toEqual([{ id: 90 }]);
  });

  it.each([
    ['/notices', 400, '21000', 'WHERE'],
    ['/notices?nope=eq.1', 400, '42703', 'notices.nope'],
    ['/directors?id=eq.1', 409, '23503', 'films_director_id_fkey'],
  ])('refuses %s', async (url, status, code, message) => {
    const answer = await api.ask('DELETE', url);
    expect([answer.status, answer.body]).toEqual([status, refusal(code, message)]);
  });

  it('is allowed without a filter where the server says so', async () => {
    await using open = await openFixture({ unfilteredWrites: true });
    expect((await open.ask('DELETE', '/log_lines', { prefer: 'count=exact' })).headers['content-range']).toBe('*/3');
    expect((await open.ask('PATCH', '/notices', { body: { text: 'same' } })).status).toBe(204);
  });
});

describe('rights', () => {
  it.each([
    ['POST', '/films', { title: 'x' }],
    ['PATCH', '/films?id=eq.1', { title: 'x' }],
    ['DELETE', '/films?id=eq.1', undefined],
    ['PUT', '/films?id=eq.1', { id: 1, title: 'x' }],
  ] as const)('a reader may not %s %s', async (method, url, body) => {
    const answer = await api.ask(method, url, { role: 'reader', ...(body ? { body } : {}) });
    expect([answer.status, answer.body]).toEqual([403, refusal('42501', 'films')]);
  });

  it('a reader updates only the columns of the grant', async () => {
    const allowed = await api.ask('PATCH', '/people?id=eq.1', { role: 'reader', body: { name: 'Eva' } });
    expect(allowed.status).toBe(204);
    const refused = await api.ask('PATCH', '/people?id=eq.1', { role: 'reader', body: { id: 5 } });
    expect([refused.status, refused.body]).toEqual([403, refusal('42501', 'people')]);
  });

  it('row rules hold for what is read and written', async () => {
    expect((await api.get('/diary?select=entry', { role: 'reader' })).body).toEqual([{ entry: 'Rain' }]);
    const { body } = await api.ask('PATCH', '/diary?id=gt.0&select=id', {
      role: 'writer',
      ...full,
      body: { entry: 'New' },
    });
    expect(body).toEqual([{ id: 2 }]);
    const foreign = await api.post('/diary', { id: 3, owner: 'eve', entry: 'x' }, { role: 'writer' });
    expect([foreign.status, foreign.body]).toEqual([403, refusal('42501', 'diary')]);
  });
});
