import { describe, expect, it } from 'vitest';
import { asWriter, openStage } from './stage.ts';

describe('a schema that has changed since it was looked at', () => {
  it('is read again after an error that it explains', async () => {
    await using stage = await openStage({ schemaPoll: 3_600_000 });
    expect((await stage.ask('GET', '/data/notes?limit=1')).status).toBe(200);
    await stage.database.query(`
      create table api.fresh (id int);
      insert into api.fresh values (7);
      grant select, insert on api.fresh to ${stage.database.role('reader')}, ${stage.database.role('writer')};
      alter table api.notes drop column size;
    `);
    expect((await stage.ask('GET', '/data/fresh')).json()).toEqual([{ id: 7 }]);
    expect((await stage.ask('GET', '/data/notes?id=eq.1')).json()).toEqual([{ id: 1, body: 'note 1' }]);
  });

  it('is read again after a write that it refused, which is then done', async () => {
    await using stage = await openStage({ schemaPoll: 3_600_000 });
    expect((await stage.ask('GET', '/data/notes?limit=1')).status).toBe(200);
    await stage.database.query(`
      create table api.fresh (id int);
      grant select, insert on api.fresh to ${stage.database.role('writer')};
    `);
    const { status } = await stage.ask('POST', '/data/fresh', { headers: asWriter, body: '{"id": 8}' });
    expect(status).toBe(201);
  });

  it('is read again when a column has another type, and values are then of that type', async () => {
    await using stage = await openStage({ schemaPoll: 3_600_000 });
    const ask = async () => (await stage.ask('GET', '/data/notes?size=eq.1&select=id')).json();
    expect(await ask()).toEqual([{ id: 1 }]);
    await stage.database.query('alter table api.notes alter size type text');
    expect(await ask()).toEqual([{ id: 1 }]);
    expect(await ask()).toEqual([{ id: 1 }]);
  });

  it('is read again when a right was given or taken', async () => {
    const changes = [
      ['grant select on api.log to', '/data/log', []],
      ['revoke select (size) on api.notes from', '/data/notes?id=eq.1', [{ id: 1, body: 'note 1' }]],
    ] as const;
    for (const [change, url, rows] of changes) {
      await using stage = await openStage({ schemaPoll: 3_600_000 });
      expect((await stage.ask('GET', '/data/notes?limit=1')).status).toBe(200);
      await stage.database.query(`${change} ${stage.database.role('reader')}`);
      expect((await stage.ask('GET', url)).json()).toEqual(rows);
    }
  });
});
