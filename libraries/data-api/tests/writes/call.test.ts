import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raisedBy } from '../../src/sql/raised.ts';
import { openWrites, type Stage } from './stage.ts';

const EXTRA = `
create function api.big(n bigint) returns bigint immutable language sql as $$ select n $$;
create function api.same_day(at date, until date default '2026-01-01') returns boolean immutable language sql
  as $$ select at = until $$;
create function api.blob(size int) returns bytea immutable language sql as $$ select decode(repeat('00ff', size), 'hex') $$;
create function api.none(n int) returns text immutable language sql as $$ select null::text $$;
create function api.maybe(n int) returns setof text immutable language sql as $$ values ('a'), (null), ('c') $$;
create function api.as_json() returns json immutable language sql as $$ select '{"b":  1, "a": 2}'::json $$;
create function api.pair(out one int, out two text) immutable language sql as $$ select 1, 'x' $$;
create function api.only(out one int) immutable language sql as $$ select 1 $$;
create function api.loose() returns record stable language plpgsql as $$ begin return row(1, 'x'); end $$;
create type api.point_like as (x int, y int);
create function api.points(n int) returns setof api.point_like immutable language sql as $$ select i, i * i from generate_series(1, n) i $$;
create function api.moved(point api.point_like, by int default 1) returns api.point_like immutable language sql
  as $$ select (point).x + by, (point).y + by $$;
create domain api.near_point as api.point_like check ((value).x < 10);
create function api.near() returns api.near_point immutable language sql as $$ select row(1, 2)::api.near_point $$;
create function api.touch() returns void volatile language sql as $$ insert into api.log_lines values (9, 'touched') $$;
create function api.touch_quietly() returns void stable language plpgsql as $$ begin perform set_config('response.status', '202', true); end $$;
create function api.add_line(at int) returns setof api.log_lines volatile language sql
  as $$ insert into api.log_lines values (at, 'a'), (at, 'b') returning * $$;
create function api.shy(n int) returns int immutable language sql as $$ select n $$;
create function api.shy(n int, m int) returns int immutable language sql as $$ select n + m $$;
create function api.optional(n int, m int default 1) returns int immutable language sql as $$ select n + m $$;
create function api.optional(n int, k text default 'x') returns int immutable language sql as $$ select n $$;
create function api.colleagues() returns setof api.employees stable security definer language sql as $$ select * from api.employees $$;
create function api.treasure() returns setof api.vault stable security definer language sql as $$ select * from api.vault $$;
create function api.body_or_name(jsonb) returns text immutable language sql as $$ select 'whole' $$;
create function api.body_or_name(name text) returns text immutable language sql as $$ select 'named' $$;
create function api.read_xml(xml) returns text immutable language sql as $$ select $1::text $$;
create function api."Odd, Name"("the arg" int) returns int immutable language sql as $$ select $1 $$;
revoke execute on function api.shy(int, int) from public;
`;

let stage: Stage;
beforeAll(async () => {
  stage = await openWrites(EXTRA);
});
afterAll(() => stage[Symbol.asyncDispose]());

describe('arguments', () => {
  it('are found by name, whatever their order', async () => {
    expect((await stage.call('POST', 'moved', { by: 2, point: { x: 1, y: 1 } })).json).toEqual({ x: 3, y: 3 });
    expect((await stage.call('GET', 'moved?point=(1,2)')).json).toEqual({ x: 2, y: 3 });
    expect((await stage.call('GET', 'Odd, Name?the arg=4')).json).toBe(4);
    expect((await stage.call('POST', 'Odd, Name', { 'the arg': 4 })).json).toBe(4);
  });

  it('keep their numbers', async () => {
    expect((await stage.call('POST', 'big', '{"n": 9223372036854775807}')).body).toBe('9223372036854775807');
    expect((await stage.call('GET', 'big?n=9223372036854775807')).body).toBe('9223372036854775807');
  });

  it('of a list may be repeated, and of others the last counts', async () => {
    expect((await stage.call('GET', 'total?numbers=1&numbers=2')).json).toBe(3);
    expect((await stage.call('GET', 'add?a=1&a=5&b=1')).json).toBe(6);
  });

  it('come from forms too', async () => {
    const form = { type: 'application/x-www-form-urlencoded' };
    expect((await stage.call('POST', 'add', 'a=1&b=2', form)).json).toBe(3);
    expect((await stage.call('POST', 'total', 'numbers=1&numbers=2', form)).json).toBe(3);
  });

  it('named ones win over a whole body', async () => {
    expect((await stage.call('POST', 'body_or_name', { name: 'x' })).json).toBe('named');
    expect((await stage.call('POST', 'body_or_name', { other: 'x' })).json).toBe('whole');
    expect((await stage.call('POST', 'body_or_name', [1])).json).toBe('whole');
    expect((await stage.call('POST', 'read_xml', '<a/>', { type: 'text/xml' })).json).toBe('<a/>');
  });

  it.each([
    ['GET', 'add?a=1', undefined, 'api.add(a)', 'api.add(a, b)'],
    ['POST', 'add', { a: 1, c: 2 }, 'api.add(a, c)', 'api.add(a, b)'],
    ['POST', 'adds', {}, 'api.adds without parameters', 'api.add'],
    ['GET', 'body_or_name?nam=x', undefined, 'api.body_or_name(nam)', 'api.body_or_name(name)'],
  ] as const)('%s %s %j fits no function', async (method, url, body, message, hint) => {
    await expect(stage.call(method, url, body)).rejects.toMatchObject({
      code: 'PGRST202',
      message: `Could not find the function ${message} in the schema cache`,
      hint: `Perhaps you meant to call the function ${hint}`,
    });
  });

  it('that several overloads take are refused with the choices', async () => {
    await expect(stage.call('GET', 'optional?n=1')).rejects.toMatchObject({
      code: 'PGRST203',
      status: 300,
      message:
        'Could not choose the best candidate function between: api.optional(n => integer, k => text), api.optional(n => integer, m => integer)',
    });
    expect((await stage.call('GET', 'optional?n=1&m=2')).json).toBe(3);
  });

  it('of several rows are refused', async () => {
    await expect(stage.call('POST', 'add', 'a,b\n1,2\n3,4', { type: 'text/csv' })).rejects.toMatchObject({
      code: 'PGRST102',
    });
    expect((await stage.call('POST', 'add', 'a,b\n1,2', { type: 'text/csv' })).json).toBe(3);
  });
});

describe('results', () => {
  it.each([
    ['none?n=1', null],
    ['maybe?n=1', ['a', null, 'c']],
    ['maybe?n=1&limit=1&offset=1', [null]],
    ['maybe?n=1&maybe=gt.a', ['c']],
    ['maybe?n=1&order=maybe.desc.nullslast&limit=1', ['c']],
    ['maybe?n=1&select=maybe&maybe=is.null', [{ maybe: null }]],
    ['as_json', { b: 1, a: 2 }],
    ['pair', { one: 1, two: 'x' }],
    ['pair?select=two', { two: 'x' }],
    ['only', { one: 1 }],
    ['loose', { f1: 1, f2: 'x' }],
    ['near', { x: 1, y: 2 }],
    ['points?n=3&x=gt.1&select=y&order=y.desc', [{ y: 9 }, { y: 4 }]],
  ])('%s', async (url, expected) => {
    expect((await stage.call('GET', url)).json).toEqual(expected);
  });

  it('of JSON keep their text', async () => {
    expect((await stage.call('GET', 'as_json')).body).toBe('{"b":  1, "a": 2}');
  });

  it('are one value as text, where there is one', async () => {
    const raw = { format: 'raw' } as const;
    expect((await stage.call('GET', 'echo?value=a"b', undefined, raw)).body).toBe('a"b');
    expect((await stage.call('GET', 'blob?size=1', undefined, raw)).body).toBe('\\x00ff');
    expect((await stage.call('GET', 'none?n=1', undefined, raw)).body).toBe(null);
    for (const url of ['maybe?n=1', 'pair', 'none?n=1&select=none']) {
      await expect(stage.call('GET', url, undefined, raw)).rejects.toMatchObject({ code: 'PGRST107' });
    }
  });

  it('are CSV when asked', async () => {
    expect((await stage.call('GET', 'points?n=2', undefined, { format: 'csv' })).body?.trimEnd()).toBe('x,y\n1,1\n2,4');
    expect((await stage.call('GET', 'add?a=1&b=2', undefined, { format: 'csv' })).body?.trimEnd()).toBe('add\n3');
  });

  it('are counted whatever the page', async () => {
    const count = { count: 'exact' } as const;
    const page = await stage.call('GET', 'points?n=9&x=gt.3&limit=2', undefined, count);
    expect([page.rows, page.total, page.json]).toEqual([2, 6, [{ x: 4, y: 16 }, { x: 5, y: 25 }]]); // biome-ignore format: one list
    const head = await stage.call('HEAD', 'points?n=9&limit=2', undefined, count);
    expect([head.rows, head.total, head.body]).toEqual([2, 9, null]);
  });

  it('that are too many are refused', async () => {
    const few = { plan: { maxRows: 3 } };
    const many = stage.call('GET', 'points?n=9', undefined, few);
    await expect(many).rejects.toSatisfy((error) => raisedBy(error) === 'too_many_rows');
    await expect(stage.call('GET', 'points?n=9&limit=4', undefined, few)).rejects.toMatchObject({ code: 'PGRST900' });
  });

  it.each(['points?n=1&select=z', 'maybe?n=1&other=eq.x', 'pair?order=three', 'points?n=1&z=eq.1'])(
    'refuse columns that they do not have: %s',
    async (url) => {
      await expect(stage.call('GET', url)).rejects.toMatchObject({ code: '42703' });
    },
  );
});

describe('what runs', () => {
  it('runs once, also when its rows are counted or not looked at', async () => {
    const added = await stage.call('POST', 'add_line?line=eq.a&limit=1', { at: 77 }, { count: 'exact' });
    expect([added.json, added.total]).toEqual([[{ at: 77, line: 'a' }], 1]);
    expect(await stage.rows('select line from api.log_lines where at = 77 order by 1')).toHaveLength(2);
    const nothing = await stage.call('POST', 'touch');
    expect([nothing.body, nothing.rows]).toEqual([null, 1]);
    expect(await stage.rows('select line from api.log_lines where at = 9')).toHaveLength(1);
  });

  it('is read-only unless it is volatile and called by POST', async () => {
    expect((await stage.call('POST', 'add', { a: 1, b: 2 })).isReadOnly).toBe(true);
    expect((await stage.call('POST', 'touch')).isReadOnly).toBe(false);
    await expect(stage.call('GET', 'touch')).rejects.toMatchObject({ code: '25006' });
  });

  it('may set the status and headers of the answer', async () => {
    expect(await stage.call('POST', 'teapot')).toMatchObject({ status: '418', headers: expect.any(String) as unknown });
    expect(await stage.call('POST', 'touch_quietly')).toMatchObject({ status: '202', headers: null });
    expect(await stage.call('HEAD', 'touch_quietly')).toMatchObject({ status: '202' });
    expect(await stage.call('GET', 'answer')).toMatchObject({ status: null, headers: null });
  });
});

describe('rights', () => {
  const reader = { role: 'reader' } as const;

  it('to execute are asked first, and overloads without them are not there', async () => {
    await expect(stage.call('GET', 'forbidden?x=1', undefined, reader)).rejects.toMatchObject({ code: '42501' });
    expect((await stage.call('GET', 'shy?n=1', undefined, reader)).json).toBe(1);
    await expect(stage.call('GET', 'shy?n=1&m=1', undefined, reader)).rejects.toMatchObject({
      code: 'PGRST202',
      hint: 'Perhaps you meant to call the function api.shy(n)',
    });
    await expect(stage.call('GET', 'forbiden', undefined, reader)).rejects.toMatchObject({ hint: null });
  });

  it('to columns hold for rows that a function gives with greater rights', async () => {
    const { json } = await stage.call('GET', 'colleagues?id=eq.1', undefined, reader);
    expect(json).toEqual([{ id: 1, name: 'Ada', manager_id: null, team: 'core' }]);
    for (const query of ['select=salary', 'salary=gt.1', 'order=salary']) {
      await expect(stage.call('GET', `colleagues?${query}`, undefined, reader)).rejects.toMatchObject({
        code: '42703',
      });
    }
    await expect(stage.call('GET', 'treasure', undefined, reader)).rejects.toMatchObject({ code: '42501' });
  });
});
