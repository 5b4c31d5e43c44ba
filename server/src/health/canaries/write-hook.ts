import { isDeepStrictEqual } from 'node:util';
import type { CanaryInput } from '@watchroom/contract/health';
import { CatalogueError } from '../../platform/http/errors.ts';
import { checkInput } from '../../platform/http/route.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import { storableJson } from '../../platform/text/storable.ts';
import { applyCanary, type OwnerTransaction, spreadFirstRuns } from './apply.ts';
import { canaryInput, completeCanary } from './input.ts';
import { specWithoutSecrets } from './secrets.ts';
import { refuseOwned } from './store.ts';

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
  const firstRuns = spreadFirstRuns();
  for (const [index, row] of found.rows.entries())
    try {
      refuseOwned(row.source);
      const isSpecKept = row.shown_spec === null || isDeepStrictEqual(row.shown_spec, specWithoutSecrets(row.spec));
      // As with the button: what is deleted need not be valid.
      if (row.deleted_at !== null && isSpecKept) continue;
      const stored = await store(transaction, row);
      if (row.deleted_at === null) await applyCanary(transaction, { ...row, ...stored }, now, firstRuns);
    } catch (error) {
      throw found.rows.length > 1 && error instanceof CatalogueError ? inRow(error, index) : error;
    }
}

async function store(transaction: OwnerTransaction, row: CanaryRow): Promise<Required<CanaryInput>> {
  const { name, namespace } = row;
  const sent = { name, namespace, labels: row.labels ?? {}, spec: row.shown_spec ?? row.spec };
  const input = completeCanary(checkInput(canaryInput, sent, 'canary'), row.spec);
  await transaction.query(
    'update health.canaries set name = $2, namespace = $3, labels = $4, spec = $5, shown_spec = $6 where id = $1',
    [
      row.id,
      input.name,
      input.namespace,
      storableJson(input.labels),
      storableJson(input.spec),
      storableJson(specWithoutSecrets(input.spec)),
    ],
  );
  return input;
}

function inRow({ code, message, fields, cause }: CatalogueError, index: number): CatalogueError {
  const named = Object.entries(fields ?? {}).map(([path, reason]) => [`[${index}].${path}`, reason] as const);
  return new CatalogueError(code, `row ${index + 1}: ${message}`, {
    ...(fields ? { fields: Object.fromEntries(named) } : {}),
    cause,
  });
}
