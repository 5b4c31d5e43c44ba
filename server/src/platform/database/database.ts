import pg from 'pg';
import type { Logger } from '../log/logger.ts';
import { type Author, authorSettings } from './author.ts';

/** Rows of one query; parameters are always bound, never spliced. */
export interface Queryable {
  /** @param prepareAs for what every request asks: under this name each connection keeps the statement, planned. One name, one text. */
  query<Row extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
    prepareAs?: string,
  ): Promise<pg.QueryResult<Row>>;
}

/** How to reach the one database: settings for `pg` for the owner (migrations, background) and the authenticator (requests). */
export interface DatabaseSettings {
  readonly owner: pg.PoolConfig;
  readonly authenticator: pg.PoolConfig;
  /** Put before the name of every role, since roles are shared by a whole cluster. */
  readonly rolePrefix: string;
}

/** On whose behalf a request runs: a product role without the prefix, and the person's id. */
export interface DatabaseCaller {
  readonly role: string;
  readonly personId: string | null;
}

/** What short work needs of a database. */
export type TimedDatabase = Database['timed'];

export interface Database extends Queryable {
  readonly rolePrefix: string;
  /**
   * One transaction as the owner: background work and operations that were authorised before.
   * @param author for the audit log; a text is the id of a person. Absent: the server itself.
   */
  transaction<T>(work: (transaction: Queryable) => Promise<T>, author?: Author | string | null): Promise<T>;
  /** One read-only transaction as the caller's role: he sees what his grants show him and nothing else. */
  readAs<T>(caller: DatabaseCaller, work: (transaction: Queryable) => Promise<T>): Promise<T>;
  /** The same for short work on connections of its own, of which none waits for an answer longer than some seconds. */
  readonly timed: Pick<Database, 'query' | 'transaction'>;
  /** A connection of its own, for LISTEN; the caller ends it. */
  connect(): Promise<pg.Client>;
  /** For a library that wants a pool; it must not end it. */
  readonly pool: pg.Pool;
  /** For the data API alone; it must not end them. */
  readonly dataApi: {
    /** Connections of the authenticator, which sees nothing before it becomes the caller's role. */
    readonly requests: pg.Pool;
    /** Connections of the owner, for writes with more behind them than the row itself. */
    readonly writes: pg.Pool;
  };
  close(): Promise<void>;
}

/** A caller's statement that takes longer holds a connection that others wait for. */
const REQUEST_TIMEOUT = 30_000;
/** A database that vanished without closing its connections is noticed: nobody waits for an answer for ever. */
const KEEP_IN_TOUCH: pg.PoolConfig = {
  connectionTimeoutMillis: 10_000,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
};
/** Claims and results take milliseconds; longer than this the database is frozen, and the connection is given up. */
const ENGINE_TIMEOUT = 20_000;

/** One statement sorts and hashes in this memory, once per step of its plan, and takes no other processes to help. */
const FRUGAL = '-c work_mem=4MB -c hash_mem_multiplier=1 -c max_parallel_workers_per_gather=0 -c jit=off';

const withFrugality = ({ options }: pg.PoolConfig) => (options === undefined ? FRUGAL : `${options} ${FRUGAL}`);

export function openDatabase(settings: DatabaseSettings, log: Logger): Database {
  const owner = openPool({ max: 12, application_name: 'watchroom', ...settings.owner }, log);
  const timed = openPool(
    { max: 4, application_name: 'watchroom-engine', query_timeout: ENGINE_TIMEOUT, ...settings.owner },
    log,
  );
  const slowest = { statement_timeout: REQUEST_TIMEOUT };
  const authenticator = openPool(
    { max: 6, application_name: 'watchroom-api', ...slowest, ...settings.authenticator },
    log,
  );
  const forRequests = (max: number, config: pg.PoolConfig) =>
    openPool({ max, application_name: 'watchroom-data', ...slowest, ...config, options: withFrugality(config) }, log);
  const dataApi = { requests: forRequests(10, settings.authenticator), writes: forRequests(4, settings.owner) };

  async function within<T>(pool: pg.Pool, begin: string, set: [string, string][], work: (q: Queryable) => Promise<T>) {
    const client = await pool.connect();
    let failure: Error | undefined;
    try {
      await client.query(beginning(begin, set));
      const result = await work(asQueryable(client));
      await client.query('commit');
      return result;
    } catch (error) {
      // A connection whose rollback fails may still be inside the transaction, with the role of its caller: it is thrown away.
      await client.query('rollback').catch((cause: unknown) => {
        failure = cause instanceof Error ? cause : new Error(String(cause));
      });
      throw error;
    } finally {
      client.release(failure);
    }
  }

  return {
    ...asQueryable(owner),
    rolePrefix: settings.rolePrefix,
    pool: owner,
    dataApi,
    timed: {
      ...asQueryable(timed),
      transaction: (work, author) => within(timed, 'begin', settingsOf(author), work),
    },
    transaction: (work, author) => within(owner, 'begin', settingsOf(author), work),
    readAs: (caller, work) =>
      within(
        authenticator,
        'begin read only',
        [
          ['watchroom.caller', caller.personId ?? ''],
          ['role', settings.rolePrefix + caller.role],
        ],
        work,
      ),
    connect: async () => {
      const client = new pg.Client({ ...KEEP_IN_TOUCH, application_name: 'watchroom-listen', ...settings.owner });
      await client.connect();
      return client;
    },
    close: async () => {
      await Promise.all([owner, timed, authenticator, dataApi.requests, dataApi.writes].map((pool) => pool.end()));
    },
  };
}

/** Begins a transaction with its settings in one trip, which takes no parameters. */
function beginning(begin: string, settings: readonly (readonly [string, string])[]): string {
  if (settings.length === 0) return begin;
  const calls = settings.map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  );
  return `${begin}; select ${calls.join(', ')}`;
}

function settingsOf(author: Author | string | null | undefined): [string, string][] {
  if (author === null || author === undefined) return [];
  return Object.entries(authorSettings(typeof author === 'string' ? { personId: author, ip: null } : author));
}

/** Without these handlers a server that goes away while a connection is idle or closing ends the whole process. */
function openPool(config: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool({ ...KEEP_IN_TOUCH, ...config });
  const lost = (error: Error) => log.debug({ err: error }, 'a database connection was lost');
  pool.on('error', lost);
  pool.on('connect', (client) => client.on('error', lost));
  return pool;
}

function asQueryable(client: pg.Pool | pg.ClientBase): Queryable {
  return {
    query: (text, values, prepareAs) =>
      client.query({
        text,
        ...(values && { values: [...values] }),
        ...(prepareAs !== undefined && { name: prepareAs }),
      }),
  };
}
