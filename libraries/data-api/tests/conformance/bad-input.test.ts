import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Fixture, openFixture } from './fixture.ts';
import { containing, having, matching, refusal, someList, someText } from './matchers.ts';

let api: Fixture;
beforeAll(async () => {
  api = await openFixture();
});
afterAll(() => api[Symbol.asyncDispose]());

/** `a(b(a(b(…))))`, which is what a machine sends that follows relationships without end. */
function nest(levels: number): string {
  let text = '*';
  for (let level = levels; level > 0; level -= 1) text = `*,${level % 2 === 0 ? 'directors' : 'films'}(${text})`;
  return text;
}

describe('names that do not exist', () => {
  it.each([
    ['/films?select=id,nope', 400, '42703', 'films.nope'],
    ['/films?nope=eq.1', 400, '42703', 'films.nope'],
    ['/films?order=nope', 400, '42703', 'films.nope'],
    ['/films?id=nope.1', 400, 'PGRST100', /id|nope/],
    ['/nope', 404, 'PGRST205', 'api.nope'],
    ['/films?select=nope(*)', 400, 'PGRST200', "'films' and 'nope'"],
    ['/orders?select=addresses(*)', 300, 'PGRST201', "'orders' and 'addresses'"],
    ['/films?select=year::nope', 400, '42704', 'nope'],
    ['/rpc/nope', 404, 'PGRST202', 'api.nope'],
  ])('%s', async (url, status, code, message) => {
    const answer = await api.get(url);
    expect([answer.status, answer.body]).toEqual([status, refusal(code, message)]);
  });
});

describe('too much', () => {
  it('1,000 levels of or', async () => {
    const tree = `${'(or'.repeat(1000)}(id.eq.1)${')'.repeat(1000)}`;
    const { status, body } = await api.get(`/films?or=${tree}`);
    expect(status).toBe(400);
    expect(body).toEqual(having({ code: 'PGRST900', message: containing('20') }));
  });

  it('1,000 parentheses that mean nothing', async () => {
    const { status, body } = await api.get(`/films?or=${'('.repeat(1000)}`);
    expect([status, body]).toEqual([400, having({ code: matching(/PGRST(100|900)/) })]);
  });

  it('1,000 times not', async () => {
    const { status } = await api.get(`/films?id=${'not.'.repeat(1000)}eq.1`);
    expect(status).toBe(400);
  });

  it('embeds inside embeds', async () => {
    const { status, body } = await api.get(`/directors?select=${nest(50)}`);
    expect([status, body]).toEqual([400, refusal('PGRST900', '6')]);
    expect((await api.get(`/directors?select=${nest(4)}`)).status).toBe(200);
  });

  it('embeds that go round in a circle', async () => {
    const { status, body } = await api.get(`/directors?select=${nest(5)}`);
    expect([status, body]).toEqual([400, refusal('PGRST900', "'films' within itself more than 2 times")]);
  });

  it('embeds beside embeds', async () => {
    const many = Array.from({ length: 31 }, (_, index) => `a${index}:directors(id)`).join(',');
    const { status, body } = await api.get(`/films?select=${many}`);
    expect([status, body]).toEqual([400, refusal('PGRST900', '30')]);
  });

  it('conditions', async () => {
    const many = Array.from({ length: 501 }, (_, index) => `id.eq.${index}`).join(',');
    const { status, body } = await api.get(`/films?or=(${many})`);
    expect([status, body]).toEqual([400, refusal('PGRST900', '500')]);
  });

  it('2 MB of query', async () => {
    const { status, body } = await api.get(`/films?title=eq.${'x'.repeat(2 * 1024 * 1024)}`);
    expect([400, 414]).toContain(status);
    expect(body).toEqual(refusal('PGRST900', /65536|64/));
  });

  it('more bytes than a body may have', async () => {
    await using small = await openFixture({ limits: { maxBodyBytes: 1000 } });
    const { status, body } = await small.get('/films');
    expect(status).toBeGreaterThanOrEqual(400);
    expect(body).toEqual(having({ message: containing('1000') }));
    expect((await small.get('/films?select=id')).status).toBe(200);
  });

  it('a limit above the most rows of an answer', async () => {
    const { status, body } = await api.get('/films?limit=100000000');
    expect([status, body]).toEqual([400, refusal('PGRST900', 'limit=100000000 is above 1000')]);
    const embedded = await api.get('/films?select=roles(*)&roles.limit=100000000');
    expect([embedded.status, embedded.body]).toEqual([400, refusal('PGRST900', 'limit=100000000')]);
  });

  it('a negative offset', async () => {
    const { status, body } = await api.get('/films?offset=-5');
    expect([status, body]).toEqual([416, refusal('PGRST103', 'range')]);
  });
});

describe('values', () => {
  const refused = having({ code: matching(/^(PGRST1|22|42)/), message: someText });
  const operators = [
    'eq',
    'neq',
    'gt',
    'gte',
    'lt',
    'lte',
    'like',
    'ilike',
    'match',
    'imatch',
    'isdistinct',
    'fts',
    'plfts',
    'phfts',
    'wfts',
    'in',
    'is',
    'cs',
    'cd',
    'ov',
    'sl',
    'sr',
    'nxr',
    'nxl',
    'adj',
    'eq(any)',
    'like(all)',
    'not.eq',
    'fts(english)',
  ];
  const values = [
    "'",
    "''; drop table api.films; --",
    '"',
    '\\',
    "\\'",
    '$1',
    '$$x$$',
    '),(',
    ',',
    '(',
    ')',
    '{',
    '}',
    '[',
    ']',
    '{"a"',
    '%',
    '*',
    '\u{1f3ac}',
    '\ud800',
    '\u202e',
    '\r\n',
    "E'\\x",
    '/*',
    '--',
    ';',
    "') or true--",
    '?',
    '::int',
    '->>',
    'null',
    '..',
    '()',
  ];

  it.each(operators)('with quotes, brackets and the like are values to %s', async (operator) => {
    for (const column of ['value', 'id']) {
      for (const value of values) {
        const { status, body } = await api.query('/strings', [[column, `${operator}.${value}`]]);
        const place = [operator, column, value];
        const expected = status === 200 ? [200, someList] : [[400, 404].find((known) => known === status), refused];
        expect([...place, status, body]).toEqual([...place, ...expected]);
      }
    }
    expect((await api.get('/films?select=id')).body).toHaveLength(6);
  });

  it.each([
    '/strings?value=eq.%00',
    '/strings?value=in.(a%00b)',
    '/strings?or=(value.eq.a%00)',
    '/strings?select=a%00',
    '/rpc/echo?value=%00',
  ])('NUL is refused: %s', async (url) => {
    const pairs = [...new URLSearchParams(url.split('?')[1])];
    const { status, body } = await api.query(url.split('?')[0] ?? '', pairs);
    expect(status).toBe(400);
    expect(body).toEqual(having({ code: someText, message: someText }));
  });

  it('NUL in a body is refused', async () => {
    const { status, body } = await api.post('/notices', { id: 1000, text: 'a\u0000b' });
    expect([status, body]).toEqual([400, having({ code: matching(/22P05|22021|PGRST102/) })]);
  });
});

describe('bodies', () => {
  it.each([
    '{',
    '[{"id":1},',
    '{"id":1}}',
    'null',
    '1',
    '"text"',
    '[1,2]',
    '[[{"id":1}]]',
    '[{"id":1},null]',
    "{'id':1}",
  ])('%s is refused', async (body) => {
    const answer = await api.ask('POST', '/projects', { body });
    expect([answer.status, answer.body]).toEqual([400, refusal('PGRST102', /./)]);
  });

  it('no body is refused', async () => {
    const { status, body } = await api.ask('POST', '/projects', { headers: { 'content-type': 'application/json' } });
    expect([status, body]).toEqual([400, refusal('PGRST102', /empty|invalid/i)]);
  });

  it('keys like __proto__ are columns that do not exist', async () => {
    const { status, body } = await api.ask('POST', '/projects', { body: '{"__proto__": 1, "id": 9}' });
    expect([status, body]).toEqual([400, having({ code: matching(/PGRST204|PGRST102/) })]);
    expect((await api.get('/films?select=constructor')).body).toEqual(refusal('42703', 'films.constructor'));
    expect((await api.get('/films?__proto__=eq.1')).body).toEqual(refusal('42703', 'films.__proto__'));
    expect((await api.get('/constructor')).status).toBe(404);
    expect((await api.get('/rpc/toString')).status).toBe(404);
  });
});

describe('two rows where one is asked', () => {
  it('is refused for reads, writes and calls', async () => {
    const headers = { accept: 'application/vnd.pgrst.object+json' };
    for (const answer of [
      await api.get('/films', { headers }),
      await api.post(
        '/projects',
        [
          { id: 71, name: 'p' },
          { id: 72, name: 'q' },
        ],
        { headers, prefer: 'return=representation' },
      ),
      await api.get('/rpc/films_since', { headers }),
    ]) {
      expect([answer.status, answer.body]).toEqual([406, refusal('PGRST116', 'single JSON object')]);
    }
    expect((await api.get('/projects?id=in.(71,72)')).body).toEqual([]);
  });
});
