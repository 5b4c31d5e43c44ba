import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** A database for a program, whose rows a test may write itself. */
export interface OutsideDatabase extends AsyncDisposable {
  /** What the program needs to find it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Runs a statement as the owner of every table. */
  query<Row extends pg.QueryResultRow>(statement: string, values?: readonly unknown[]): Promise<readonly Row[]>;
  /** @returns the value of the cookie `watchroom_session` of a new person with this role. */
  signInAs(role: string): Promise<string>;
}

/** A migrated database in the cluster of the tests, gone when disposed; its roles are those of all tests. */
export async function createOutsideDatabase(): Promise<OutsideDatabase> {
  const { superuser, host, port } = inject('cluster');
  const { database: template, rolePrefix } = inject('template');
  const root = new pg.Client({ host, port, user: superuser, database: 'postgres' });
  await root.connect();
  const name = `outside_${crypto.randomUUID().replaceAll('-', '')}`;
  const owner = `${rolePrefix}owner`;
  await root.query(`create database ${name} owner ${owner} template ${template} strategy file_copy`);
  const pool = new pg.Pool({ host, port, user: owner, database: name, max: 2 });
  // A connection that is still being closed when the database is dropped is ended by the server.
  pool.on('error', () => undefined);
  async function query<Row extends pg.QueryResultRow>(statement: string, values: readonly unknown[] = []) {
    const { rows } = await pool.query<Row>(statement, [...values]);
    return rows;
  }
  return {
    environment: {
      DATABASE_URL: `postgres://${owner}@${encodeURIComponent(host)}:${port}/${name}`,
      WATCHROOM_KEY: Buffer.alloc(32, 9).toString('base64'),
      WATCHROOM_ROLE_PREFIX: rolePrefix,
    },
    query,
    async signInAs(role) {
      const token = randomBytes(32).toString('base64url');
      await query(
        `with person as (insert into identity.people (name, email) values ($1, $2) returning id),
           identity as (insert into identity.identities (id, first_name) select id, $1 from person),
           role as (insert into identity.person_roles (person_id, role) select id, $1 from person)
         insert into identity.sessions (person_id, token_hash, expires_at)
         select id, $3::bytea, now() + interval '1 hour' from person`,
        [role, `${role}@example.com`, createHash('sha256').update(token).digest()],
      );
      return token;
    },
    async [Symbol.asyncDispose]() {
      await pool.end();
      await root.query(`drop database ${name} with (force)`);
      await root.end();
    },
  };
}
