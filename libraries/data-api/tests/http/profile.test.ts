import { expect, it } from 'vitest';
import { asWriter, openStage } from './stage.ts';

it('a schema can have any name, which headers hold as UTF-8', async () => {
  const names = ['数据', 'o"dd, name'];
  await using stage = await openStage({ schemas: ['api', ...names] });
  const { database, ask } = stage;
  for (const name of names) {
    const schema = `"${name.replaceAll('"', '""')}"`;
    await database.query(`
      create schema ${schema};
      grant usage on schema ${schema} to ${database.role('reader')}, ${database.role('writer')};
      create table ${schema}."the ""table" (id int primary key);
      grant select, insert on ${schema}."the ""table" to ${database.role('reader')}, ${database.role('writer')}`);
  }
  for (const name of names) {
    const profile = Buffer.from(name, 'utf8').toString('latin1');
    const url = `/data/${encodeURIComponent('the "table')}`;
    const written = await ask('POST', url, { headers: { ...asWriter, 'content-profile': profile }, body: '{"id": 1}' });
    expect([written.status, written.headers['content-profile']]).toEqual([201, profile]);
    const read = await ask('GET', url, { headers: { 'accept-profile': profile } });
    expect([read.headers['content-profile'], read.json()]).toEqual([profile, [{ id: 1 }]]);
  }
});
