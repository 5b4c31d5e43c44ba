import fastify, { type FastifyInstance, type InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { dataApi, type DataApiOptions } from '../../src/index.ts';
import { createDatabase, type OwnDatabase } from '../database.ts';

export interface Stage extends AsyncDisposable {
  readonly database: OwnDatabase;
  readonly app: FastifyInstance;
  /** As `reader` unless the header `x-role` says another. */
  ask(method: NonNullable<InjectOptions['method']>, url: string, options?: Ask): Promise<Answer>;
}

export interface Ask {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
  json(): unknown;
}

/** Two schemas, two roles and an app that serves them under `/data`. `prepare` may add to the app before the plugin. */
export async function openStage(
  options: Partial<DataApiOptions> = {},
  prepare: (app: FastifyInstance, database: OwnDatabase) => void = () => undefined,
): Promise<Stage> {
  const database = await createDatabase(['reader', 'writer', 'anonymous']);
  const [reader, writer] = [database.role('reader'), database.role('writer')];
  await database.query(`
    create schema api;
    create schema other;
    grant usage on schema api, other to ${reader}, ${writer}, ${database.role('anonymous')};
    create table api.notes (id bigint primary key, body text not null, size numeric, secret text);
    comment on table api.notes is E'Notes\\nof people.';
    insert into api.notes select id, 'note ' || id, id, 'hidden' from generate_series(1, 5) id;
    create table api.places (name text, floor int, primary key (name, floor));
    create table other.notes (id int primary key);
    grant select (id, body, size), insert, update, delete on api.notes to ${writer};
    grant select (id, body, size) on api.notes to ${reader};
    grant select, insert on api.places to ${writer};
    grant select on other.notes to ${reader};
    create table api.log (entry text);
    grant select, insert on api.log to ${database.role('authenticator')};
    grant usage on schema api to ${database.role('authenticator')};
    create function api.fail(code text) returns int language plpgsql as
      $$ begin raise using errcode = code, message = 'Raised', detail = 'More', hint = 'Try'; end $$;
    create function api.nap() returns int stable language plpgsql as
      $$ begin perform pg_sleep(0.2); return 1; end $$;
  `);
  const app = fastify({ routerOptions: { maxParamLength: 500 } });
  prepare(app, database);
  await app.register(dataApi, {
    prefix: '/data',
    pool: database.pool({ max: 3 }),
    schemas: ['api', 'other'],
    authenticate: ({ headers }) => {
      const role = headers['x-role'] ?? 'reader';
      return Promise.resolve({ role: database.role(String(role)) });
    },
    anonymousRole: database.role('anonymous'),
    ...options,
  });
  await app.ready();
  return {
    database,
    app,
    async ask(method, url, { headers = {}, body } = {}) {
      const response = await app.inject({ method, url, headers, ...(body === undefined ? {} : { payload: body }) });
      return {
        status: response.statusCode,
        headers: response.headers,
        text: response.body,
        json: () => response.json<unknown>(),
      };
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

export const asWriter = { 'x-role': 'writer', 'content-type': 'application/json' };

/** Matches a text that has the part in it. */
export const having = (part: string): unknown => expect.stringContaining(part);
