import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { emptyAuditLog } from '../../testkit/audit-log.ts';
import { type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';
import { listenFromNow } from './testing/listener.ts';
import { type Row, type RowWriter, rowWriter } from './testing/row-writer.ts';

const NIL = '00000000-0000-0000-0000-000000000000';

let server: DataApiServer;
let writer: RowWriter;
beforeAll(async () => {
  server = await startDataApiServer();
  writer = rowWriter(server);
});
afterAll(() => server[Symbol.asyncDispose]());
beforeEach(async () => {
  await server.database.query('delete from identity.team_members; delete from identity.teams');
});

const make = (name = 'ops'): Promise<Row> => writer.row('editor', 'POST', 'teams', { name });
const person = (name: 'editor' | 'viewer' | 'admin') => server.people.get(name) ?? '';
const join = (team: string, ...people: readonly string[]) =>
  writer.rows(
    'editor',
    'POST',
    'team_members',
    people.map((id) => ({ team_id: team, person_id: id })),
  );

describe('members of a team', () => {
  it('are added several at a time and told with who they are', async () => {
    const { id } = await make();
    expect(await join(id, person('viewer'), person('admin'))).toHaveLength(2);
    const members = await writer.rows('viewer', 'GET', `team_members?team_id=eq.${id}&select=*,person_id(*)`);
    expect(members.map((member) => member['person_id'])).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ id: person('viewer'), name: 'viewer', email: 'viewer@example.com', avatar: null }),
      ]),
    );
    expect(members[0]).toMatchObject({ team_id: id });
  });

  it('are reached through the table between, from either side', async () => {
    const { id } = await make();
    await join(id, person('viewer'));
    expect(await writer.rows('viewer', 'GET', `teams?id=eq.${id}&select=name,people!team_members(name)`)).toEqual([
      { name: 'ops', people: [{ name: 'viewer' }] },
    ]);
    expect(
      await writer.rows('viewer', 'GET', `people?id=eq.${person('viewer')}&select=name,teams!team_members(name)`),
    ).toEqual([{ name: 'viewer', teams: [{ name: 'ops' }] }]);
  });

  it('are removed from one team, or from all', async () => {
    const teams = [await make('a'), await make('b'), await make('c')];
    for (const { id } of teams) await join(id, person('viewer'), person('admin'));
    const viewer = `team_members?person_id=eq.${person('viewer')}`;
    expect(await writer.rows('editor', 'DELETE', `${viewer}&team_id=eq.${teams[0]?.id}`)).toHaveLength(1);
    expect(await writer.rows('editor', 'DELETE', viewer)).toHaveLength(2);
    expect(await writer.rows('editor', 'GET', 'team_members')).toHaveLength(3);
    expect(await writer.refusal('editor', 'DELETE', 'team_members')).toMatchObject({ status: 400 });
  });

  it('are real people in real teams, once each, and all of a request or none', async () => {
    const { id } = await make();
    await join(id, person('viewer'));
    const add = (team: string, ...people: readonly string[]) =>
      writer.refusal(
        'editor',
        'POST',
        'team_members',
        people.map((one) => ({ team_id: team, person_id: one })),
      );
    expect(await add(id, person('admin'), person('viewer'))).toMatchObject({
      status: 409,
      message: 'One of these people is already in the team.',
      fields: { person_id: 'Already in the team' },
    });
    expect(await add(id, NIL)).toMatchObject({ status: 409, fields: { person_id: 'There is no such person' } });
    expect(await add(NIL, person('admin'))).toMatchObject({
      status: 409,
      fields: { team_id: 'There is no such team' },
    });
    expect(await add(id, 'nobody')).toMatchObject({ status: 400 });
    expect(await writer.rows('editor', 'GET', 'team_members')).toHaveLength(1);
    const merge = 'resolution=ignore-duplicates,return=representation';
    const body = [{ team_id: id, person_id: person('viewer') }];
    expect(await writer.rows('editor', 'POST', 'team_members', body, merge)).toEqual([]);
  });

  it('leave a trail, as the team does', async () => {
    await emptyAuditLog(server.database);
    const { id } = await make();
    await join(id, person('viewer'));
    await writer.rows('admin', 'DELETE', `team_members?team_id=eq.${id}`);
    const trail = await server.database.query(
      `select table_name, action, caller, coalesce(before, after) as row from platform.audit_log order by at`,
    );
    const row = { team_id: id, person_id: person('viewer') };
    expect(trail.rows.filter(({ table_name: table }) => table === 'identity.team_members')).toEqual([
      { table_name: 'identity.team_members', action: 'insert', caller: person('editor'), row },
      { table_name: 'identity.team_members', action: 'delete', caller: person('admin'), row },
    ]);
    expect(trail.rows[0]).toMatchObject({ table_name: 'identity.teams', action: 'insert', caller: person('editor') });
  });
});

describe('the change stream', () => {
  it('tells of teams by their ids, and of members as a change of teams', async () => {
    const listener = await listenFromNow(server, 'viewer');
    const { database } = server;
    const ofMembers = () =>
      ['team_members', 'teams'].map((table) => listener.count(`{"table":"${table}","ids":"many"`));
    try {
      const { id } = await make();
      const ofTeam = () => listener.count(`{"table":"teams","ids":["${id}"]`);
      await expect.poll(ofTeam).toBeGreaterThan(0);
      await join(id, person('viewer'));
      await expect.poll(ofMembers).toEqual([1, 1]);
      const changed = ofTeam();
      await writer.rows('editor', 'DELETE', `team_members?team_id=eq.${id}`);
      await expect.poll(ofMembers).toEqual([2, 2]);
      await database.query(`update identity.teams set icon = 'z'`);
      await expect.poll(ofTeam).toBe(changed + 1);
      await database.query('delete from identity.teams');
      await expect.poll(ofTeam).toBe(changed + 2);
    } finally {
      listener.close();
    }
  });
});
