import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStage, type Stage } from './stage.ts';

let stage: Stage;
beforeAll(async () => {
  stage = await openStage(`
    create table api.owners (id int primary key, name text not null);
    create table api.items (
      id int primary key, name text not null, code uuid not null, made timestamptz not null, state text not null,
      owner_id int not null references api.owners, span int4range not null, tags text[] not null, labels jsonb not null
    );
    insert into api.owners select n, 'owner ' || n from generate_series(1, 100) n;
    insert into api.items
      select n, 'item ' || n, md5(n::text)::uuid, '2026-01-01Z'::timestamptz + n * interval '1 minute',
        (array['new', 'old'])[1 + n % 2], 1 + n % 100, int4range(n, n + 2), array['tag' || n],
        jsonb_build_object('key', 'value ' || n)
      from generate_series(1, 10000) n;
    create index items_code on api.items (code);
    create index items_owner on api.items (owner_id);
    create index items_made on api.items (made desc, id desc);
    create index items_name on api.items (name text_pattern_ops);
    create index items_span on api.items using gist (span);
    create index items_tags on api.items using gin (tags);
    create index items_key on api.items ((labels ->> 'key'));
    analyze api.owners, api.items;
    grant select on api.items, api.owners to {admin};`);
});
afterAll(() => stage[Symbol.asyncDispose]());

/** Names of the indexes that a plan uses, and of the relations that it reads in full. */
async function scans(url: string): Promise<{ indexes: string[]; full: string[]; sorts: number }> {
  const { text, values } = stage.statement(url);
  const { rows } = await stage.database.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const names = (pattern: RegExp) => [...new Set([...plan.matchAll(pattern)].map(([, name]) => name ?? ''))];
  return {
    indexes: names(/Index (?:Only )?Scan(?: Backward)? (?:using|on) (\w+)/g),
    full: names(/Seq Scan on (\w+)/g),
    sorts: plan.match(/\bSort\b/g)?.length ?? 0,
  };
}

describe('an index is used', () => {
  it.each([
    ['items?id=eq.5', 'items_pkey'],
    ['items?code=eq.e4da3b7f-bbce-2345-d777-2b0674a318d5', 'items_code'],
    ['items?code=in.(e4da3b7f-bbce-2345-d777-2b0674a318d5,c4ca4238-a0b9-2382-0dcc-509a6f75849b)', 'items_code'],
    ['items?id=in.(1,2,3)', 'items_pkey'],
    ['items?id=gte.9990', 'items_pkey'],
    ['items?made=gte.2026-01-07T22:00:00Z&made=lt.2026-01-08', 'items_made'],
    ['items?name=like.item 99*', 'items_name'],
    ['items?span=cs.[7,8)', 'items_span'],
    ['items?span=ov.[7,9)', 'items_span'],
    ['items?tags=cs.{tag7}', 'items_tags'],
    ['items?labels->>key=eq.value 7', 'items_key'],
    ['items?or=(id.eq.1,code.eq.e4da3b7f-bbce-2345-d777-2b0674a318d5)', 'items_code'],
  ])('by %s', async (url, index) => {
    const { indexes, full } = await scans(`${url}&select=name`);
    expect([indexes, full]).toEqual([expect.arrayContaining([index]), []]);
  });

  it('by the order of a page, and by the condition on where it goes on', async () => {
    const page = 'items?select=id,made&order=made.desc,id.desc&limit=50';
    expect(await scans(page)).toEqual({ indexes: ['items_made'], full: [], sorts: 0 });
    const next =
      '&or=(made.lt.2026-01-05T00:00:00Z,and(made.eq.2026-01-05T00:00:00Z,id.lt.5760))&made=lte.2026-01-05T00:00:00Z';
    expect(await scans(page + next)).toEqual({ indexes: ['items_made'], full: [], sorts: 0 });
  });

  it('by embeds, which are joined to the rows of the page alone', async () => {
    const down = await scans('items?select=id,n:name,owners(name)&order=made.desc,id.desc&limit=20');
    expect([down.indexes, down.full.includes('items')]).toEqual([expect.arrayContaining(['items_made']), false]);
    const up = await scans('owners?select=id,items(id)&id=eq.5');
    expect([up.indexes, up.full.includes('items')]).toEqual([expect.arrayContaining(['items_owner']), false]);
  });

  it('by an inner embed', async () => {
    const { full } = await scans('items?select=id,owners!inner(name)&owners.id=eq.5&limit=20');
    expect(full).not.toContain('items');
  });
});
