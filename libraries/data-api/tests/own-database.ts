import pg from 'pg';

/** A PostgreSQL server on which the superuser may sign in without a password. */
export interface Cluster {
  readonly host: string;
  readonly port: number;
  readonly superuser: string;
}

export interface OwnDatabase extends AsyncDisposable {
  /** As the superuser, who owns everything in it. */
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<pg.QueryResult<Row>>;
  /** Full name of a role of this database alone; roles are shared by a cluster. */
  role(name: string): string;
  /** A pool that ends with the database. Default user is the role `authenticator`. */
  pool(config?: pg.PoolConfig): pg.Pool;
}

/**
 * An empty database of one's own with a login role `authenticator`, which inherits nothing and may become each of the
 * given roles.
 */
export async function createDatabaseOn(
  { host, port, superuser }: Cluster,
  roles: readonly string[],
): Promise<OwnDatabase> {
  const name = `data_api_${crypto.randomUUID().replaceAll('-', '')}`;
  const role = (short: string) => `${name}_${short}`;
  const pools: pg.Pool[] = [];
  const open = (config: pg.PoolConfig) => {
    const pool = new pg.Pool({ host, port, ...config });
    pool.on('error', () => undefined);
    pools.push(pool);
    return pool;
  };
  const root = new pg.Client({ host, port, user: superuser, database: 'postgres' });
  await root.connect();
  await root.query(`create database ${name} template template0`);
  await root.query(`create role ${role('authenticator')} login noinherit`);
  for (const short of roles) {
    await root.query(`create role ${role(short)} nologin`);
    await root.query(`grant ${role(short)} to ${role('authenticator')}`);
  }
  const admin = open({ user: superuser, database: name, max: 2 });
  return {
    query: (text, values) => admin.query(text, values ? [...values] : undefined),
    role,
    pool: (config = {}) => open({ user: role('authenticator'), database: name, ...config }),
    async [Symbol.asyncDispose]() {
      await Promise.all(pools.map((pool) => pool.end()));
      await root.query(`drop database ${name} with (force)`);
      for (const short of [...roles, 'authenticator']) await root.query(`drop role ${role(short)}`);
      await root.end();
    },
  };
}
