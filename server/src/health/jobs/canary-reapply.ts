import { createHash } from 'node:crypto';
import type { Job } from '../../platform/rooms/job.ts';
import type { Database, Queryable } from '../../platform/database/database.ts';
import { VERSION } from '../../platform/version.ts';
import { applyCanary, lockCanary, spreadFirstRuns } from '../canaries/apply.ts';
import { HIDING_RULES } from '../../platform/secrets/spec-secrets.ts';
import { canarySpec, documentKeys } from '../kinds/family.ts';
import { registry } from '../kinds/registry.generated.ts';

export const CANARY_REAPPLY = 'canary-reapply';

/** Under this name the database remembers what the program could run when all canaries were last applied. */
const SETTING = 'kinds_checksum';
const BATCH = 50;

/** Changes with whatever decides how a canary becomes checks and what is shown of it: kinds, fields, what is hidden, and the program. */
function kindsChecksum(): string {
  const known = registry.ids.map((id) => registry.manifestOf(id));
  return createHash('sha256')
    .update(JSON.stringify([VERSION, HIDING_RULES, known, documentKeys, canarySpec.toJSONSchema()]))
    .digest('hex');
}

export async function canariesAreApplied(database: Queryable, checksum = kindsChecksum()): Promise<boolean> {
  const found = await database.query<{ value: string }>('select value from platform.settings where name = $1', [
    SETTING,
  ]);
  return found.rows[0]?.value === checksum;
}

/** A new version may run what an old one could not: then every canary becomes checks again, in batches. What stays equal is not written. */
export function canaryReapply(checksum = kindsChecksum()): Job {
  return {
    name: CANARY_REAPPLY,
    async run({ database, clock, signal }) {
      if (await canariesAreApplied(database, checksum)) return { successes: 0, errors: [] };
      const firstRuns = spreadFirstRuns();
      const errors: string[] = [];
      let successes = 0;
      for (let after: string | null = null; ; ) {
        signal.throwIfAborted();
        const ids: string[] = await idsAfter(database, after);
        for (const id of ids)
          try {
            await database.transaction(async (transaction) => {
              const canary = await lockCanary(transaction, id);
              if (canary) await applyCanary(transaction, canary, clock.now(), firstRuns);
            });
            successes += 1;
          } catch (error) {
            errors.push(`canary ${id}: ${error instanceof Error ? error.message : String(error)}`);
          }
        after = ids.at(-1) ?? null;
        if (after === null) break;
      }
      if (errors.length === 0)
        await database.query(
          'insert into platform.settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
          [SETTING, checksum],
        );
      return { successes, errors };
    },
  };
}

async function idsAfter(database: Database, after: string | null): Promise<string[]> {
  const found = await database.query<{ id: string }>(
    `select id from health.canaries where deleted_at is null and ($1::uuid is null or id > $1) order by id limit ${BATCH}`,
    [after],
  );
  return found.rows.map((row) => row.id);
}
