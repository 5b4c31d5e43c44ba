import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { having, refusal, someNumber } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

const full = { prefer: 'return=representation' };

describe('insert', () => {
  it('one row answers 201 and nothing more', async () => {
    const { status, text, headers } = await api.post('/projects', { id: 100, name: 'A' });
    expect([status, text, headers['content-range'], headers['location']]).toEqual([201, '', '*/*', undefined]);
    expect((await api.get('/projects?id=eq.100&select=name')).body).toEqual([{ name: 'A' }]);
  });

  it('gives the rows back when asked, shaped by select', async () => {
    const one = await api.post('/projects?select=name', { id: 101, name: 'B' }, full);
    expect([one.status, one.body, one.headers['preference-applied']]).toEqual([
      201,
      [{ name: 'B' }],
      'return=representation',
    ]);
    const object = await api.post(
      '/projects',
      { id: 102, name: 'C' },
      {
        ...full,
        headers: { accept: 'application/vnd.pgrst.object+json' },
      },
    );
    expect([object.status, object.body]).toEqual([201, { id: 102, name: 'C' }]);
  });

  it('tells the place with return=headers-only', async () => {
    const { status, text, headers } = await api.post(
      '/projects',
      { id: 103, name: 'D' },
      { prefer: 'return=headers-only' },
    );
    expect([status, text, headers['location']]).toEqual([201, '', '/projects?id=eq.103']);
    const two = await api.post('/roles', { film_id: 4, actor_id: 5, part: 'x' }, { prefer: 'return=headers-only' });
    expect(two.headers['location']).toBe('/roles?film_id=eq.4&actor_id=eq.5');
  });

  it('many rows in one statement, all or none', async () => {
    const rows = [
      { id: 110, name: 'E' },
      { id: 111, name: 'F' },
    ];
    expect((await api.post('/projects?select=id', rows, { prefer: 'return=representation,count=exact' })).body).toEqual(
      [{ id: 110 }, { id: 111 }],
    );
    const { status, body } = await api.post('/projects', [
      { id: 112, name: 'G' },
      { id: 110, name: 'H' },
    ]);
    expect([status, body]).toEqual([409, refusal('23505', 'projects_pkey')]);
    expect((await api.get('/projects?id=eq.112')).body).toEqual([]);
  });

  it('takes an empty list and an empty object', async () => {
    expect((await api.post('/projects', [], full)).body).toEqual([]);
    const { status, body } = await api.post('/invoices', {}, full);
    expect([status, body]).toEqual([400, refusal('23502', 'net')]);
  });

  it('fills generated and identity columns', async () => {
    const { status, body } = await api.post('/invoices', { net: 10 }, full);
    expect([status, body]).toEqual([201, [{ id: someNumber, net: 10, tax: 2, note: 'no note' }]]);
  });

  it('writes JSON, arrays, ranges, enums, nulls and text as they are', async () => {
    const row = {
      id: 200,
      title: 'O\'Hara "\\ \u{1f3ac}, (x) %*',
      year: null,
      genre: 'drama',
      tags: ['a,b', 'c"d', '', 'ä\\'],
      details: { deep: [1, { 'a.b': null }] },
      released: '[2020-01-01,2021-01-01)',
      summary: '',
    };
    const { status, body } = await api.post('/films', row, full);
    expect([status, body]).toEqual([201, [having(row)]]);
  });

  it('writes names with commas and quotes', async () => {
    const row = { id: 2, 'odd, column': 'a', select: 'b', 'qu"ote': 'c' };
    expect((await api.post('/Odd Name', row, full)).body).toEqual([row]);
  });

  it('needs no right to read when nothing is read', async () => {
    expect((await api.post('/people', { id: 300, name: 'Zoe', secret_note: 's' }, { role: 'reader' })).status).toBe(
      201,
    );
    const { status, body } = await api.post('/people', { id: 301, name: 'Yan' }, { role: 'reader', ...full });
    expect([status, body]).toEqual([201, [{ id: 301, name: 'Yan' }]]);
  });
});

describe('columns and missing keys', () => {
  it('columns picks from the body and ignores the rest', async () => {
    const body = { id: 120, name: 'J', junk: 1 };
    expect((await api.post('/projects?columns=id,name', body, full)).body).toEqual([{ id: 120, name: 'J' }]);
    expect((await api.post('/projects?columns="id","name"', { ...body, id: 121, name: 'J1' }, full)).status).toBe(201);
  });

  it('missing keys are null, or the default when asked', async () => {
    const rows = [
      { id: 130, project_id: 1, title: 'a', priority: 1 },
      { id: 131, project_id: 1, title: 'b' },
    ];
    const columns = 'columns=id,project_id,title,priority&select=id,priority';
    const asNull = await api.post(`/tasks?${columns}`, rows, full);
    expect([asNull.status, asNull.body]).toEqual([400, refusal('23502', 'priority')]);
    const asDefault = await api.post(`/tasks?${columns}`, rows, { prefer: 'return=representation,missing=default' });
    expect([asDefault.status, asDefault.body]).toEqual([
      201,
      [
        { id: 130, priority: 1 },
        { id: 131, priority: 3 },
      ],
    ]);
    expect(asDefault.headers['preference-applied']).toContain('missing=default');
  });

  it('refuses rows with different keys when no columns are told', async () => {
    const { status, body } = await api.post('/projects', [{ id: 140, name: 'K' }, { id: 141 }]);
    expect([status, body]).toEqual([400, refusal('PGRST102', 'All object keys must match')]);
  });

  it.each([
    ['/projects', { id: 1, nope: 2 }, "'nope' column of 'projects'"],
    ['/projects?columns=id,nope', { id: 1 }, "'nope' column of 'projects'"],
  ])('refuses an unknown column: %s', async (url, body, message) => {
    const answer = await api.post(url, body);
    expect([answer.status, answer.body]).toEqual([400, refusal('PGRST204', message)]);
  });
});

describe('CSV', () => {
  const csv = (url: string, body: string, prefer = 'return=representation') =>
    api.ask('POST', url, { body, prefer, headers: { 'content-type': 'text/csv' } });

  it('reads a head and rows, NULL as null, quotes as quotes', async () => {
    const { status, body } = await csv(
      '/directors',
      'id,name,born\n500,"Lee, ""Ang""",1954-10-23\n501,NULLA,NULL\n502,"two\nlines",NULL\n',
    );
    expect([status, body]).toEqual([
      201,
      [
        { id: 500, name: 'Lee, "Ang"', born: '1954-10-23' },
        { id: 501, name: 'NULLA', born: null },
        { id: 502, name: 'two\nlines', born: null },
      ],
    ]);
  });

  it('honours columns', async () => {
    const { body } = await csv('/directors?columns=id,name', 'id,name,junk\n510,Kim,1');
    expect(body).toEqual([{ id: 510, name: 'Kim', born: null }]);
  });

  it('refuses lines of different length', async () => {
    const { status, body } = await csv('/directors', 'id,name\n520,Kim\n521');
    expect([status, body]).toEqual([400, refusal('PGRST102', /line|length|field/i)]);
  });

  it('refuses an unknown column of the head', async () => {
    const { status, body } = await csv('/directors', 'id,nope\n520,Kim');
    expect([status, body]).toEqual([400, refusal('PGRST204', 'nope')]);
  });
});

describe('refusals of the database', () => {
  it.each([
    ['/roles', { film_id: 999, actor_id: 1, part: 'x' }, 409, '23503', 'roles'],
    ['/tasks', { id: 900, project_id: 1, title: 'x', priority: 9 }, 400, '23514', 'tasks_priority_check'],
    ['/tasks', { id: 900, project_id: 1, title: 'a title far too long for it' }, 400, '22001', '20'],
    ['/projects', { id: 900 }, 400, '23502', 'name'],
    ['/invoices', { id: 5, net: 1 }, 400, '428C9', 'id'],
    ['/invoices', { net: 1, tax: 1 }, 400, '428C9', 'tax'],
    ['/things', { id: 900, contact: 'nobody' }, 400, '23514', 'email'],
    ['/films', { title: 'x', genre: 'opera' }, 400, '22P02', 'opera'],
    ['/events', { id: 9, happened: '1999-01-01', kind: 'x' }, 400, '23514', 'partition'],
  ])('%s %j', async (url, row, status, code, message) => {
    const answer = await api.post(url, row);
    expect([answer.status, answer.body]).toEqual([status, refusal(code, message)]);
  });
});
