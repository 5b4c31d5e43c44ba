import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallerName, type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';
import { MERGE, type SavedViewWriter, savedViewWriter, SIGNED_IN, VIEW } from './testing/saved-view-writer.ts';

const NIL = '00000000-0000-0000-0000-000000000000';

let server: DataApiServer;
let writer: SavedViewWriter;
beforeAll(async () => {
  server = await startDataApiServer();
  writer = savedViewWriter(server);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(() => writer.clear());

describe('a saved view', () => {
  it.each(SIGNED_IN)('of %s is his to make, change, delete and bring back', async (caller) => {
    const made = await writer.save(caller, { icon: 'star', description: 'Look here first', source: 'UI' });
    expect(made).toMatchObject({
      ...VIEW,
      icon: 'star',
      description: 'Look here first',
      is_shared: false,
      source: null,
      created_by: server.people.get(caller),
      deleted_at: null,
    });
    const url = `saved_views?id=eq.${made.id}`;
    const changed = await writer.row(caller, 'PATCH', url, { ...made, name: 'other', is_shared: true });
    expect(changed).toMatchObject({ name: 'other', is_shared: true, created_at: made['created_at'] });
    expect(await writer.row(caller, 'PATCH', url, { is_shared: false })).toMatchObject({ is_shared: false });
    await writer.row(caller, 'PATCH', url, { deleted_at: 'now()' });
    expect(await writer.names(caller, '&deleted_at=is.null')).toEqual([]);
    expect(await writer.row(caller, 'PATCH', url, { deleted_at: null })).toMatchObject({ name: 'other' });
    expect(await writer.refusal(caller, 'DELETE', url)).toMatchObject({ status: 403, code: '42501' });
  });

  it.each(['nobody', 'health_only'] as const)('is neither read nor made by %s', async (caller: CallerName) => {
    const { id } = await writer.save('admin', { is_shared: true });
    const status = caller === 'nobody' ? 401 : 403;
    for (const [method, url, body] of [
      ['GET', 'saved_views', undefined],
      ['POST', 'saved_views', VIEW],
      ['PATCH', `saved_views?id=eq.${id}`, { name: 'x' }],
      ['PUT', `saved_views?id=eq.${id}`, { id, ...VIEW }],
    ] as const)
      expect([method, await writer.refusal(caller, method, url, body)]).toMatchObject([method, { status }]);
  });

  it('is listed as the settings list asks', async () => {
    await writer.save('editor', { name: 'b', is_shared: true });
    await writer.save('editor', { name: 'a', is_shared: true });
    const list = 'saved_views?select=*,created_by(id,name,avatar)&deleted_at=is.null&limit=100';
    const found = await writer.rows('viewer', 'GET', `${list}&order=name.desc`);
    const by = { id: server.people.get('editor'), name: 'editor', avatar: null };
    expect(found).toMatchObject([
      { name: 'b', created_by: by },
      { name: 'a', created_by: by },
    ]);
    for (const order of ['created_at.desc', 'page.asc', 'jobStatus.desc'])
      expect(await writer.rows('viewer', 'GET', `${list}&order=${order}`)).toHaveLength(2);
  });

  it('takes nobody else as its owner, no other time and no other source', async () => {
    const forged = {
      created_by: server.people.get('admin'),
      source: 'file:a.yaml',
      created_at: '1999-01-01T00:00:00Z',
      updated_at: '1999-01-01T00:00:00Z',
    };
    const made = await writer.save('viewer', forged);
    const changed = await writer.row('viewer', 'PATCH', `saved_views?id=eq.${made.id}`, { ...forged, id: NIL });
    for (const row of [made, changed]) {
      expect(row).toMatchObject({ id: made.id, source: null, created_by: server.people.get('viewer') });
      expect(JSON.stringify(row)).not.toContain('1999');
    }
  });

  it('has a name that its owner uses once on a page', async () => {
    const { id } = await writer.save('viewer');
    const refused = await writer.refusal('viewer', 'POST', 'saved_views', VIEW);
    expect(refused).toMatchObject({
      status: 409,
      code: '23505',
      message: 'You already have a saved view with this name on this page. Choose another name.',
      fields: { name: 'This name is taken' },
    });
    await writer.save('viewer', { page: '/settings/jobs' });
    await writer.save('editor');
    await writer.row('viewer', 'PATCH', `saved_views?id=eq.${id}`, { deleted_at: 'now()' });
    await writer.save('viewer');
    const merged = await writer.row('viewer', 'POST', 'saved_views?on_conflict=created_by,page,name', VIEW, MERGE);
    expect(merged.id).not.toBe(id);
    expect(await writer.names('viewer', '&deleted_at=is.null')).toEqual(['mine', 'mine']);
  });

  it('is not overwritten by who saw an older one', async () => {
    const { id, updated_at: seen } = await writer.save('viewer');
    await writer.row('viewer', 'PATCH', `saved_views?id=eq.${id}`, { query: 'first=1' });
    const url = `saved_views?id=eq.${id}&updated_at=eq.${encodeURIComponent(seen)}`;
    expect(await writer.rows('viewer', 'PATCH', url, { query: 'second=1' })).toEqual([]);
    expect(await writer.row('viewer', 'GET', 'saved_views')).toMatchObject({ query: 'first=1' });
  });

  it.each([
    ['name', ''],
    ['name', '  '],
    ['name', null],
    ['name', 'x'.repeat(254)],
    ['page', null],
    ['page', ''],
    ['page', 'health'],
    ['page', '//evil.example'],
    ['page', '/\\evil.example'],
    ['page', 'https://evil.example'],
    ['page', 'javascript:alert(1)'],
    ['page', '/health//evil'],
    ['page', '/health/../settings'],
    ['page', '/health/..'],
    ['page', '/./health'],
    ['page', '/health?x=1'],
    ['page', '/health#x'],
    ['page', '/heal th'],
    ['page', '/health\n/x'],
    ['page', `/${'x'.repeat(1_000)}`],
    ['query', null],
    ['query', '?a=b'],
    ['query', 'a=b#c'],
    ['query', 'a=b\nc'],
    ['query', 'x'.repeat(8_193)],
    ['columns', {}],
    ['columns', 'name'],
    ['columns', [1]],
    ['columns', [null]],
    ['columns', [['name']]],
    ['columns', [{ width: 5 }]],
    ['columns', [{ id: 5 }]],
    ['columns', ['x'.repeat(8_200)]],
    ['icon', 'x'.repeat(501)],
    ['description', 'x'.repeat(2_001)],
    ['is_shared', null],
  ])('is refused with the field %s for %j', async (field, value) => {
    const refused = await writer.refusal('viewer', 'POST', 'saved_views', { ...VIEW, [field]: value });
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([400, [field]]);
    expect(refused.message).not.toContain('constraint');
    expect(await writer.stored()).toEqual([]);
  });

  it.each([
    { page: '/' },
    { page: '/settings/canaries/01a1fe37-f387-787b-915f-ade7d5438000' },
    { page: '/catalog/Kubernetes%3A%3APod' },
    { query: '' },
    { query: 'x'.repeat(8_192) },
    { columns: null },
    { columns: [] },
    { columns: ['name', { id: 'status', width: 120 }] },
  ])('may have %j', async (part) => {
    expect(await writer.save('viewer', part)).toMatchObject(part);
  });
});
