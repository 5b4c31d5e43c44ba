import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { PlanContext } from '../../src/plan/context.ts';
import { type ReadOptions, readStatement } from '../../src/plan/read.ts';
import { bodyText, readEnvelope } from '../../src/execute/envelope.ts';
import type { Statement } from '../../src/execute/statement.ts';
import { parseQuery } from '../../src/request/query.ts';
import { REQUEST_LIMITS, type ParsedQuery } from '../../src/request/tree.ts';
import { loadAccess } from '../../src/schema/access.ts';
import { loadSchema } from '../../src/schema/load.ts';
import type { FutureRelationship, Relation, Schema } from '../../src/schema/model.ts';
import { createDatabase, type OwnDatabase } from '../database.ts';

const ROLES = ['reader', 'writer', 'admin', 'anonymous'] as const;
export type Role = (typeof ROLES)[number];

export interface Read {
  /** Default `admin`, who may read everything. */
  readonly role?: Role;
  readonly options?: Partial<ReadOptions>;
  readonly plan?: Partial<PlanContext['options']>;
}

export interface Answer {
  readonly text: string | null;
  readonly body: unknown;
  readonly rows: number;
  readonly total: number | null;
  readonly statement: Statement;
}

export interface Stage extends AsyncDisposable {
  readonly database: OwnDatabase;
  readonly schema: Schema;
  relation(name: string): Relation;
  context(read?: Read): PlanContext;
  query(search: string | readonly (readonly [string, string])[]): ParsedQuery;
  statement(url: string, read?: Read): Statement;
  /** Plans, renders and runs `relation?select=…` as the role. */
  read(url: string, read?: Read): Promise<Answer>;
  run(statement: Statement, role?: Role): Promise<Answer>;
}

const fixture = join(import.meta.dirname, '../conformance/fixture');

const BOUNDS = {
  maxBodyBytes: 1_000_000,
  maxEmbedRows: 1000,
  maxEmbedBytes: 1_000_000,
  maxCost: 1e9,
  maxEmbeddedRows: 1e9,
};

/** The database of the conformance tests, read without HTTP. */
export async function openStage(extra = '', future: readonly FutureRelationship[] = []): Promise<Stage> {
  const database = await createDatabase(ROLES);
  const withRoles = (text: string) =>
    text.replaceAll(/\{(reader|writer|admin|anonymous)\}/g, (_, role: string) => database.role(role));
  for (const name of ['schema', 'views', 'functions', 'data', 'grants']) {
    await database.query(withRoles(await readFile(join(fixture, `${name}.sql`), 'utf8')));
  }
  await database.query(withRoles(extra));
  const pool = database.pool({ max: 1 });
  const relationships = [{ name: 'credits_film', from: 'credits', to: 'films', columns: [['film_id', 'id'] as const] }];
  const schema = await loadSchema(pool, { schemas: ['api', 'extra'], declared: relationships, future, version: 1 });
  const accesses = new Map(
    await Promise.all(ROLES.map(async (role) => [role, await loadAccess(pool, schema, database.role(role))] as const)),
  );

  const relation = (name: string) => {
    const found = schema.relation('api', name);
    if (!found) throw new Error(`There is no relation ${name}.`);
    return found;
  };
  const context = ({ role = 'admin', plan = {} }: Read = {}): PlanContext => {
    const access = accesses.get(role);
    if (!access) throw new Error(`There is no role ${role}.`);
    const options = {
      aggregates: true,
      maxRows: 1000,
      ...BOUNDS,
      unfilteredWrites: false,
      csvCells: 'exact',
      ...plan,
    } as const;
    return { schema, access, options };
  };
  const query: Stage['query'] = (search) =>
    parseQuery(typeof search === 'string' ? pairs(search) : search, { limits: REQUEST_LIMITS });
  const statement: Stage['statement'] = (url, read = {}) => {
    const [name = '', search = ''] = split(url);
    return readStatement(context(read), relation(name), query(search), {
      format: 'array',
      hasBody: true,
      ...read.options,
    });
  };
  const run: Stage['run'] = async (asked, role = 'admin') => {
    const client = await pool.connect();
    try {
      await client.query(`begin; set local role ${database.role(role)}`);
      const { rows } = await client.query<Record<string, string | null>>(asked.text, [...asked.values]);
      const reader = readEnvelope(asked);
      for (const row of rows) reader.onRow(Object.values(row));
      const envelope = reader.end();
      const text = bodyText(envelope);
      const isJson = text !== null && /^[[{]/.test(text);
      return {
        text,
        body: isJson ? (JSON.parse(text) as unknown) : text,
        rows: envelope.rows,
        total: envelope.total,
        statement: asked,
      };
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  return {
    database,
    schema,
    relation,
    context,
    query,
    statement,
    read: async (url, read) => run(statement(url, read), read?.role),
    run,
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

const split = (url: string) => {
  const at = url.indexOf('?');
  return at === -1 ? [url] : [url.slice(0, at), url.slice(at + 1)];
};

const pairs = (search: string) =>
  search
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=', /^[^=]*->>?"/.test(pair) ? pair.lastIndexOf('"') : 0);
      return [pair.slice(0, at), pair.slice(at + 1)] as const;
    });

/** What a text is expected to contain. */
export const containing = (part: string): unknown => expect.stringContaining(part);
