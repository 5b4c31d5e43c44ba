import { isDeepStrictEqual } from 'node:util';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataApi } from '@watchroom/data-api';
import fastify, { type InjectOptions } from 'fastify';
import type { OwnDatabase } from '../../own-database.ts';
import type { PublishedCase } from './cases.ts';

export interface Outcome {
  readonly case: PublishedCase;
  /** What differs from what is published; none when the answer is exact. */
  readonly differences: readonly string[];
}

/** The roles that the database must have. */
export const PUBLISHED_ROLES = ['user', 'anonymous'];

/** Asks every case of a fresh server over an empty database. What a case writes is gone before the next. */
export async function runCases(database: OwnDatabase, cases: readonly PublishedCase[]): Promise<readonly Outcome[]> {
  const read = (name: string) => readFile(join(import.meta.dirname, name), 'utf8');
  const schema = await read('schema.sql');
  await database.query(schema.replaceAll(/\{(user|anonymous)\}/g, (_, role: string) => database.role(role)));
  const data = await read('data.sql');
  await database.query(data);
  const app = fastify();
  await app.register(dataApi, {
    pool: database.pool({ max: 4, options: '-c timezone=UTC' }),
    schemas: ['api', 'extra'],
    authenticate: ({ headers }) => {
      const role = headers['x-role'] === 'anonymous' ? 'anonymous' : 'user';
      return Promise.resolve({ role: database.role(role) });
    },
    anonymousRole: database.role('anonymous'),
    aggregates: true,
    unfilteredWrites: true,
    txRollback: true,
  });
  const outcomes: Outcome[] = [];
  for (const asked of cases) {
    const response = await app.inject(requestOf(asked));
    outcomes.push({ case: asked, differences: compare(asked, response) });
    if (asked.method !== 'GET' && asked.method !== 'HEAD') await database.query(data);
  }
  await app.close();
  return outcomes;
}

function requestOf({ method, url, headers, body }: PublishedCase): InjectOptions {
  return {
    method,
    // Percent signs stay as they are.
    url: url.replaceAll(/[^\x21-\x7e]|["<>\\^`{|}]/gu, (character) => encodeURIComponent(character)),
    headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { payload: body }),
  };
}

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | number | readonly string[] | undefined>>;
  readonly body: string;
}

function compare({ expected }: PublishedCase, { statusCode, headers, body }: Answer): string[] {
  const differences: string[] = [];
  if (statusCode !== expected.status) differences.push(`status ${statusCode} in place of ${expected.status}`);
  for (const [name, value] of expected.headers) {
    const text = [headers[name] ?? '-'].flat().join(',');
    if (text !== value) differences.push(`${name}: ${text} in place of ${value}`);
  }
  if (expected.body !== undefined && !isSame(body, expected.body)) {
    differences.push(`${body} in place of ${expected.body}`);
  }
  return differences;
}

/** JSON is compared by its value, members in any order; what is no JSON by its text. */
function isSame(sent: string, expected: string): boolean {
  if (sent === expected) return true;
  const [one, other] = [parse(sent), parse(expected)];
  return one !== undefined && isDeepStrictEqual(one, other);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
