import type pg from 'pg';
import type { Statement } from '../../src/execute/statement.ts';
import { type OwnDatabase, createDatabase } from '../database.ts';

export interface Stage extends AsyncDisposable {
  readonly database: OwnDatabase;
  readonly reader: string;
  readonly writer: string;
  pool(config?: pg.PoolConfig): pg.Pool;
}

/** A table `notes` that only `writer` may change, and functions that try to leave something behind. */
export async function createStage(): Promise<Stage> {
  const database = await createDatabase(['reader', 'writer']);
  const [reader, writer] = [database.role('reader'), database.role('writer')];
  await database.query(`
    create table notes (id int primary key, body text);
    grant select on notes to ${reader}, ${writer};
    grant insert, update, delete on notes to ${writer};
    create function note(id int, body text) returns text language sql as
      $$ insert into notes values (id, body) returning 'noted' $$;
    create function tamper(what text) returns text language plpgsql as $$ begin execute what; return what; end $$;
    create function leave(name text, value text) returns text language sql as $$ select set_config(name, value, false) $$;
  `);
  return {
    database,
    reader,
    writer,
    pool: (config) => database.pool(config),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

/** A statement whose body is the text of an SQL expression. */
export function bodyOf(expression: string, ...values: (string | null)[]): Statement {
  return { text: `select (${expression})::text, '1', null, null, null, null, null`, values };
}
