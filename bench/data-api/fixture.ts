import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionSettings, startEmbeddedPostgres } from '@watchroom/embedded-postgres';
import pg from 'pg';

export const READER = 'bench_reader';
const AUTHENTICATOR = 'bench_authenticator';

export interface Fixture extends AsyncDisposable {
  /** Of the login role that may become {@link READER} and nothing else. */
  readonly connection: ConnectionSettings;
  query(text: string): Promise<pg.QueryResult>;
}

/** Twelve columns of the usual kinds; `notes` and `owners` are embedded. */
const SCHEMA = `
  create schema api;
  create table api.owners (id uuid primary key default uuidv7(), name text not null, avatar text);
  create table api.items (
    id uuid primary key default uuidv7(), owner_id uuid not null references api.owners (id), name text not null,
    type text not null, status text, health text, labels jsonb not null default '{}', description text, cost numeric,
    created_at timestamptz not null default now(), updated_at timestamptz not null default now(), deleted_at timestamptz);
  create index items_owner on api.items (owner_id, created_at desc, id desc);
  create table api.notes (
    id uuid primary key default uuidv7(), item_id uuid not null references api.items (id), text text not null,
    created_at timestamptz not null default now());
  create index notes_item on api.notes (item_id);
  create table api.events (
    id uuid primary key default uuidv7(), item_id uuid not null, name text not null, properties jsonb,
    at timestamptz not null default now());
  create function api.items_of_type(wanted text) returns setof api.items language sql stable
    as $$ select * from api.items where type = wanted order by id limit 20 $$;
  create role ${AUTHENTICATOR} login noinherit;
  create role ${READER} nologin;
  grant ${READER} to ${AUTHENTICATOR};
  grant usage on schema api to ${READER};
  grant select on all tables in schema api to ${READER};
  grant insert on api.events to ${READER};
  insert into api.owners (name, avatar) select 'Owner ' || n, '/avatars/' || n || '.png' from generate_series(1, 20) n;`;

/** A database of its own on this machine's disk, empty but for the owners. */
export async function startFixture(): Promise<Fixture> {
  const folder = mkdtempSync(join(tmpdir(), 'watchroom-bench-'));
  const server = await startEmbeddedPostgres({ folder, settings: { shared_buffers: '512MB', max_wal_size: '4GB' } });
  const root = new pg.Client(server.connection(server.superuser, 'postgres'));
  await root.connect();
  await root.query(SCHEMA);
  return {
    connection: server.connection(AUTHENTICATOR, 'postgres'),
    query: (text) => root.query(text),
    async [Symbol.asyncDispose]() {
      await root.end();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Adds items, three in ten with a note, until there are `count`. */
export async function fillItems(fixture: Fixture, count: number): Promise<void> {
  await fixture.query(`
    with owners as (select array_agg(id order by name) as ids from api.owners),
    made as (
      insert into api.items (owner_id, name, type, status, health, labels, description, cost, created_at)
      select ids[1 + n % 20], 'item-' || n, 'Kubernetes::Type' || n % 500, (array['Running','Pending','Failed'])[1 + n % 3],
        (array['healthy','unhealthy','warning'])[1 + n % 3],
        jsonb_build_object('app', 'app-' || n % 100, 'env', (array['prod','test'])[1 + n % 2]),
        'Item number ' || n || ' of the bench, with a sentence of usual length.', n % 1000 / 7.0,
        timestamptz '2026-01-01' + n * interval '1 second'
      from owners, generate_series((select count(*) from api.items) + 1, ${count}) n
      returning id)
    insert into api.notes (item_id, text) select id, 'A note' from made, generate_series(1, 3) k where random() < 0.1`);
  await fixture.query('vacuum analyze api.items, api.notes, api.owners');
}
