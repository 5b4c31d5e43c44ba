import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataApi, type DataApiOptions } from '@watchroom/data-api';
import fastify, { type FastifyRequest, type InjectOptions } from 'fastify';
import { createDatabase, type OwnDatabase } from '../database.ts';

const ROLES = ['reader', 'writer', 'admin', 'anonymous'] as const;
export type Role = (typeof ROLES)[number];

export interface Ask {
  /** Default `admin`, who may do everything. */
  readonly role?: Role;
  readonly prefer?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** A text is sent as it is, else JSON. */
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly text: string;
  /** JSON where the answer is; else its text. */
  readonly body: unknown;
}

export interface Fixture extends AsyncDisposable {
  readonly database: OwnDatabase;
  /** Percent-encodes what a URL may not contain; `&`, `=` and `?` keep their meaning. */
  ask(method: NonNullable<InjectOptions['method']>, url: string, ask?: Ask): Promise<Answer>;
  get(url: string, ask?: Ask): Promise<Answer>;
  post(url: string, body: unknown, ask?: Ask): Promise<Answer>;
  /** A request whose parameters are given apart, so that any text can be a value. */
  query(path: string, pairs: readonly (readonly [string, string])[], ask?: Ask): Promise<Answer>;
  /** The address of a real port. */
  listen(): Promise<string>;
}

const folder = join(import.meta.dirname, 'fixture');

/** A database of films and other things, and an app with nothing but the plugin under test. */
export async function openFixture(
  options: Partial<DataApiOptions> | ((database: OwnDatabase) => Partial<DataApiOptions>) = {},
): Promise<Fixture> {
  const database = await createDatabase(ROLES);
  for (const name of ['schema', 'views', 'functions', 'data', 'grants']) {
    const text = await readFile(join(folder, `${name}.sql`), 'utf8');
    await database.query(
      text.replaceAll(/\{(reader|writer|admin|anonymous)\}/g, (_, role: string) => database.role(role)),
    );
  }
  const app = fastify({ routerOptions: { maxParamLength: 500 } });
  await app.register(dataApi, {
    prefix: '/',
    pool: database.pool({ max: 4 }),
    schemas: ['api', 'extra'],
    authenticate: (request: FastifyRequest) => Promise.resolve(callerOf(request, database)),
    anonymousRole: database.role('anonymous'),
    relationships: [{ name: 'credits_film', from: 'credits', to: 'films', columns: [['film_id', 'id']] }],
    aggregates: true,
    txRollback: true,
    explain: true,
    limits: { maxRows: 1000 },
    openApi: { title: 'Test', version: '1', basePath: '/' },
    ...(typeof options === 'function' ? options(database) : options),
  });
  await app.ready();

  const send: Fixture['ask'] = async (method, url, { role = 'admin', prefer, headers, body } = {}) => {
    const response = await app.inject({
      method,
      url,
      headers: {
        'x-role': role,
        ...(prefer === undefined ? {} : { prefer }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answered: Answer['headers'] = Object.fromEntries(
      Object.entries(response.headers).map(([name, value]) => [name, value === undefined ? value : String(value)]),
    );
    const isJson = /^[^;]*json/.test(answered['content-type'] ?? '') && response.body !== '';
    return {
      status: response.statusCode,
      headers: answered,
      text: response.body,
      body: isJson ? response.json<unknown>() : response.body,
    };
  };
  const ask: Fixture['ask'] = (method, url, more) =>
    send(method, encodeURI(url).replaceAll('+', '%2B').replaceAll('#', '%23'), more);
  return {
    database,
    ask,
    get: (url, more) => ask('GET', url, more),
    post: (url, body, more) => ask('POST', url, { ...more, body }),
    query: (path, pairs, more) => {
      const search = new URLSearchParams(pairs.map(([name, value]) => [name, value]));
      return send('GET', `${path}?${search}`, more);
    },
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    async [Symbol.asyncDispose]() {
      await app.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

function callerOf(request: FastifyRequest, database: OwnDatabase) {
  const role = ROLES.find((name) => name === request.headers['x-role']) ?? 'anonymous';
  return { role: database.role(role), settings: { 'app.person': role === 'reader' ? 'eve' : 'sam' } };
}
