import { isDeepStrictEqual } from 'node:util';
import { CatalogueError, inRow } from '../../platform/http/errors.ts';
import { checkInput } from '../../platform/http/route.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import { breather } from '../../platform/schedule/breather.ts';
import { refuseOwned } from '../../platform/ownership/ownership.ts';
import { storableJson } from '../../platform/text/storable.ts';
import { applyCanaries, type OwnerTransaction, spreadFirstRuns } from './apply.ts';
import { type CanaryInput, canaryInput, completeCanary } from './input.ts';
import { specWithoutSecrets } from './secrets.ts';

interface CanaryRow {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly labels: Entry | null;
  readonly annotations: Entry | null;
  readonly source: string | null;
  readonly deleted_at: Date | null;
  /** As stored; empty for a row that is new. */
  readonly spec: Entry;
  /** As the caller wrote it; null where he wrote none. */
  readonly shown_spec: unknown;
}

/**
 * Completes a write of the data API to `canaries`, in its transaction and as the owner: what the caller wrote is taken as
 * strictly as from the form, secrets that he left hidden come from the stored spec, the checks are derived.
 * @param change the rows as written; of each only the id is read.
 * @throws CatalogueError invalid_input with fields, source_owned; of several rows the message and the fields name the row.
 */
export async function applyCanaryWrite(
  transaction: OwnerTransaction,
  change: { readonly after: readonly Readonly<Record<string, unknown>>[] },
  now: number,
): Promise<void> {
  const ids = change.after.map(({ id }) => String(id));
  const found = await transaction.query<CanaryRow>(
    `select id, name, namespace, labels, annotations, source, deleted_at, spec, shown_spec
     from health.canaries join unnest($1::uuid[]) with ordinality as written (id, place) using (id) order by place`,
    [ids],
  );
  const breathe = breather();
  const changed: Completed[] = [];
  for (const [index, row] of found.rows.entries()) {
    try {
      refuseOwned(row.source);
      const isSpecKept = row.shown_spec === null || isDeepStrictEqual(row.shown_spec, specWithoutSecrets(row.spec));
      // As with the button: what is deleted need not be valid.
      if (row.deleted_at === null || !isSpecKept) changed.push(complete(row));
    } catch (error) {
      throw found.rows.length > 1 && error instanceof CatalogueError ? inRow(error, index) : error;
    }
    await breathe();
  }
  if (changed.length === 0) return;
  await transaction.query(STORE, [
    storableJson(changed.map((row) => ({ ...row, shown_spec: specWithoutSecrets(row.spec) }))),
  ]);
  const shown = changed.filter((row) => row.deleted_at === null);
  if (shown.length > 0) await applyCanaries(transaction, shown, now, spreadFirstRuns());
}

type Completed = Omit<CanaryRow, 'labels'> & CanaryInput;

function complete(row: CanaryRow): Completed {
  const { name, namespace } = row;
  const sent = { name, namespace, labels: row.labels ?? {}, spec: row.shown_spec ?? row.spec };
  return { ...row, ...completeCanary(checkInput(canaryInput, sent, 'canary'), row.spec) };
}

const STORE = `
  update health.canaries c set name = r.name, namespace = r.namespace, labels = r.labels, spec = r.spec, shown_spec = r.shown_spec
  from jsonb_to_recordset($1) as r (id uuid, name text, namespace text, labels jsonb, spec jsonb, shown_spec jsonb)
  where c.id = r.id`;
