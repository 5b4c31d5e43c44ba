import type pg from 'pg';
import { loadAccess } from './access.ts';
import { readFingerprint, readTimezones } from './catalog.ts';
import { withCleanClient } from './clean-client.ts';
import { type LoadedSchema, loadWithFingerprint } from './load.ts';
import type { Access, DeclaredRelationship, FutureRelationship, Schema } from './model.ts';

export interface SchemaCacheOptions {
  /** Schemas to expose, the default first. */
  readonly schemas: readonly string[];
  readonly declared?: readonly DeclaredRelationship[];
  readonly future?: readonly FutureRelationship[];
  /** How often the catalogs are looked at, in milliseconds. */
  readonly poll: number;
  /** Milliseconds in which {@link SchemaCache.refresh} looks once at most. Default: 1,000. */
  readonly pause?: number;
  /** Told of a look or a load that failed; the schema before stays. */
  readonly onError?: (error: unknown) => void;
}

/** The schema as it is now, shared by all requests. */
export interface SchemaCache {
  /** Loads when nothing is loaded yet; callers at the same time share one load. */
  current(): Promise<Schema>;
  /** Of the current schema. @throws DatabaseError 42704 when there is no such role. */
  access(role: string): Promise<Access>;
  /**
   * Looks whether the catalogs changed and loads them when they did, for after errors that a stale schema explains. Looks
   * at most once in a `pause`; in between the answer is that of the last look.
   * @returns whether the schema changed.
   */
  refresh(): Promise<boolean>;
  close(): void;
}

/** What a role may do is as large as the schema, and a database may have a role for each of its users. */
const MOST_ROLES = 200;

export function createSchemaCache(pool: pg.Pool, options: SchemaCacheOptions): SchemaCache {
  const { schemas, declared = [], future = [], poll, pause = 1_000, onError = () => undefined } = options;
  let version = 0;
  let loaded: Promise<LoadedSchema> | undefined;
  // By schema, so that what was asked about an old one is never taken for a new one.
  const accesses = new WeakMap<Schema, Map<string, Promise<Access>>>();
  let timezones: Promise<ReadonlySet<string>> | undefined;
  let look: Promise<boolean> | undefined;
  let isLooking = false;
  let lastLook = Number.NEGATIVE_INFINITY;

  const load = async () => {
    timezones ??= readTimezones(pool);
    timezones.catch(() => {
      timezones = undefined;
    });
    const result = await loadWithFingerprint(
      pool,
      { schemas, declared, future, version: version + 1 },
      await timezones,
    );
    version += 1;
    return result;
  };

  const ensure = () => {
    if (loaded === undefined) {
      const loading = load();
      loaded = loading;
      loading.catch(() => {
        if (loaded === loading) loaded = undefined;
      });
    }
    return loaded;
  };

  const compare = async () => {
    const before = await ensure();
    const fingerprint = await withCleanClient(pool, (client) => readFingerprint(client, schemas, before.relations));
    if (fingerprint === before.fingerprint) return false;
    const after = await load();
    loaded = Promise.resolve(after);
    return true;
  };

  const lookNow = () => {
    if (isLooking && look !== undefined) return look;
    lastLook = performance.now();
    isLooking = true;
    look = compare()
      .catch((error: unknown) => {
        onError(error);
        return false;
      })
      .finally(() => {
        isLooking = false;
      });
    return look;
  };

  const timer = setInterval(() => {
    if (loaded !== undefined) void lookNow();
  }, poll);
  timer.unref();

  return {
    current: async () => (await ensure()).schema,
    async access(role) {
      const { schema } = await ensure();
      const known = accesses.get(schema) ?? new Map<string, Promise<Access>>();
      accesses.set(schema, known);
      let access = known.get(role);
      if (access === undefined) {
        access = loadAccess(pool, schema, role);
        known.set(role, access);
        const [oldest] = known.keys();
        if (known.size > MOST_ROLES && oldest !== undefined) known.delete(oldest);
        access.catch(() => known.delete(role));
      }
      return access;
    },
    refresh() {
      const isRecent = performance.now() - lastLook < pause;
      return isRecent && look !== undefined ? look : lookNow();
    },
    close() {
      clearInterval(timer);
    },
  };
}
