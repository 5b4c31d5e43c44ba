import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';
import { listenFromNow } from './testing/listener.ts';
import { MERGE, type SavedViewWriter, savedViewWriter, SIGNED_IN, VIEW } from './testing/saved-view-writer.ts';

let server: DataApiServer;
let writer: SavedViewWriter;
beforeAll(async () => {
  server = await startDataApiServer();
  writer = savedViewWriter(server);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => writer.clear());

describe('a shared view', () => {
  const changes = [{ name: 'x' }, { is_shared: false }, { deleted_at: 'now()' }];
  const others = SIGNED_IN.filter((caller) => caller !== 'admin');

  it.each(others)('is read by %s, who changes nothing of what another shares', async (caller) => {
    const { id } = await writer.save('admin', { is_shared: true });
    expect(await writer.names(caller)).toEqual(['mine']);
    for (const body of changes)
      expect(await writer.refusal(caller, 'PATCH', `saved_views?id=eq.${id}`, body)).toMatchObject({
        status: 403,
        code: '42501',
        message: 'Only its owner or an administrator may change a saved view.',
      });
    expect(await writer.stored()).toEqual([{ name: 'mine', is_shared: true, deleted_at: null }]);
  });

  it('is changed and deleted by an administrator', async () => {
    const { id } = await writer.save('viewer', { is_shared: true });
    await writer.row('admin', 'PATCH', `saved_views?id=eq.${id}`, { name: 'x', deleted_at: 'now()' });
    expect(await writer.stored()).toMatchObject([{ name: 'x', deleted_at: expect.any(Date) as unknown }]);
  });

  it('stays its owner’s when an administrator changes it, and only he makes it private', async () => {
    const { id } = await writer.save('viewer', { is_shared: true });
    const changed = await writer.row('admin', 'PATCH', `saved_views?id=eq.${id}`, { query: 'a=b' });
    expect(changed).toMatchObject({ created_by: server.people.get('viewer'), query: 'a=b' });
    expect(await writer.refusal('admin', 'PATCH', `saved_views?id=eq.${id}`, { is_shared: false })).toMatchObject({
      status: 403,
      message: 'Only its owner may make a saved view private.',
    });
    await writer.row('viewer', 'PATCH', `saved_views?id=eq.${id}`, { is_shared: false });
    expect(await writer.names('admin')).toEqual([]);
  });
});

describe('a private view', () => {
  it.each(SIGNED_IN.filter((caller) => caller !== 'commander'))('of another is not there for %s', async (caller) => {
    const owner = server.people.get('commander');
    const { id } = await writer.save('commander', { name: 'secret' });
    await writer.save(caller);
    expect(await writer.names(caller)).toEqual(['mine']);
    for (const query of [
      `id=eq.${id}`,
      'name=eq.secret',
      `created_by=eq.${owner}`,
      'or=(name.eq.secret,query.like.*)&name=neq.mine',
    ])
      expect([query, await writer.rows(caller, 'GET', `saved_views?${query}`)]).toEqual([query, []]);
    for (const count of ['exact', 'planned', 'estimated']) {
      const { headers } = await server.ask(caller, 'GET', 'saved_views?name=eq.secret', {
        headers: { prefer: `count=${count}` },
      });
      expect(headers['content-range']).toMatch(count === 'exact' ? /^\*\/0$/ : /^\*\/\d+$/);
    }
    expect(await writer.row(caller, 'GET', `people?id=eq.${owner}&select=name,saved_views(name)`)).toEqual({
      name: 'commander',
      saved_views: [],
    });
    expect(
      await writer.rows(caller, 'GET', `people?select=name,saved_views!inner(name)&saved_views.name=eq.secret`),
    ).toEqual([]);
    const { text } = await server.ask(caller, 'GET', 'saved_views?select=*,created_by(*)', {
      headers: { accept: 'text/csv' },
    });
    expect(text).not.toContain('secret');
  });

  it.each(SIGNED_IN.filter((caller) => caller !== 'commander'))('of another is not written by %s', async (caller) => {
    const { id } = await writer.save('commander', { name: 'secret' });
    const before = await writer.stored();
    for (const body of [{ is_shared: true }, { name: 'x' }, { deleted_at: 'now()' }])
      expect(await writer.rows(caller, 'PATCH', `saved_views?id=eq.${id}`, body)).toEqual([]);
    expect(await writer.rows(caller, 'PATCH', 'saved_views?name=eq.secret', { is_shared: true })).toEqual([]);
    // An upsert finds rows that the view does not show.
    for (const more of [{}, { is_shared: true }, { created_by: server.people.get('commander'), is_shared: true }]) {
      const row = { id, ...VIEW, ...more };
      for (const refused of [
        await writer.refusal(caller, 'PUT', `saved_views?id=eq.${id}`, row),
        await writer.refusal(caller, 'POST', 'saved_views?on_conflict=id', row, MERGE),
        await writer.refusal(caller, 'POST', 'saved_views', row, MERGE),
      ]) {
        expect(refused.status).toBe(403);
        expect(JSON.stringify(refused)).not.toContain('secret');
      }
    }
    expect(JSON.stringify(await writer.refusal(caller, 'POST', 'saved_views', { ...VIEW, id }))).not.toContain(
      'secret',
    );
    expect(await writer.stored()).toEqual(before);
  });

  it('is in no error that a filter makes', async () => {
    await writer.save('commander', { name: 'secret', columns: ['secret'] });
    for (const query of [
      'columns->0=gt.1',
      'columns->>0=eq.1',
      'name=match.(',
      'query=fts.secret',
      'columns=cs.{',
      'select=name::int',
      'select=columns::text::int',
    ]) {
      const { status, text } = await server.ask('admin', 'GET', `saved_views?${query}`);
      expect([query, status < 500, text.includes('secret')]).toEqual([query, true, false]);
    }
  });

  it('is in the trail without what it holds', async () => {
    const { id } = await writer.save('commander', {
      name: 'secret',
      description: 'secret',
      query: 'q=secret',
      icon: 'secret',
    });
    await writer.row('commander', 'PATCH', `saved_views?id=eq.${id}`, { page: '/secret', columns: ['secret'] });
    const trail = await server.database.query<{ row_id: string; text: string }>(
      'select row_id, a::text as text from platform.audit_log a',
    );
    expect(trail.rows).toMatchObject([{ row_id: id }, { row_id: id }]);
    expect(trail.rows.map(({ text }) => text).join()).not.toContain('secret');
  });
});

describe('the change stream', () => {
  it('says that saved views changed, and neither which nor whose', async () => {
    const listener = await listenFromNow(server, 'editor');
    const heard = () => listener.count('{"table":"saved_views","ids":"many"');
    try {
      const { id } = await writer.save('viewer');
      await expect.poll(heard).toBe(1);
      await writer.row('viewer', 'PATCH', `saved_views?id=eq.${id}`, { name: 'other' });
      await expect.poll(heard).toBe(2);
      await server.database.query('delete from views.saved_views');
      await expect.poll(heard).toBe(3);
      for (const told of [id, server.people.get('viewer'), 'mine', 'other', '/health'])
        expect(listener.text()).not.toContain(told);
    } finally {
      listener.close();
    }
  });
});
