import type pg from 'pg';
import { type Entry, isEntry, validateLeniently } from '../../platform/kinds/validate.ts';
import { breather } from '../../platform/schedule/breather.ts';
import { textOf } from '../../platform/schedule/text-of.ts';
import { storableJson, storableText } from '../../platform/text/storable.ts';
import { attemptTimeOf } from '../engine/run-check.ts';
import { budgetOf, retriesOf } from '../engine/retries.ts';
import { hideSecretsIn } from '../../platform/secrets/secret-texts.ts';
import { registry } from '../kinds/registry.generated.ts';
import { type LocatedCheck, type ReadCanary, readCanary } from './read-canary.ts';
import {
  DELETE_OTHER_CHECKS,
  RUN_CHANGED_AT_ONCE,
  TELL_CANARIES,
  UPSERT_CHECKS,
  UPSERT_STATES,
} from './apply-statements.ts';
import { readSchedules, type Schedules } from './schedules.ts';
import { specWithoutSecrets, withoutSecrets } from './secrets.ts';

/** A transaction as the owner; one of the data API will do as well as our own. */
export interface OwnerTransaction {
  query<Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]): Promise<{ readonly rows: Row[] }>;
}

/** A canary as it was just written. */
export interface WrittenCanary {
  readonly id: string;
  readonly namespace: string;
  readonly labels: Entry | null;
  readonly annotations: Entry | null;
  readonly spec: Entry;
}

/** Locks a canary that is not deleted, to apply it. */
export async function lockCanary(transaction: OwnerTransaction, id: string): Promise<WrittenCanary | undefined> {
  const found = await transaction.query<Required<WrittenCanary>>(
    'select id, namespace, labels, annotations, spec from health.canaries where id = $1 and deleted_at is null for update',
    [id],
  );
  return found.rows[0];
}

/** Spreads the first runs of what one sync brings in: one check runs at once, ten thousand take thirty seconds. */
export interface FirstRuns {
  /** Milliseconds from now for the next first run. */
  next(): number;
  /** First runs planned so far. */
  readonly count: number;
}

/** Ten thousand checks have all run once within twenty seconds, which leaves ten of the promised thirty for the start. */
const FIRST_RUN_GAP = 2;

export function spreadFirstRuns(): FirstRuns {
  let count = 0;
  return {
    next: () => FIRST_RUN_GAP * count++,
    get count() {
      return count;
    },
  };
}

/**
 * Like {@link applyCanaries}, for one.
 * @param read the checks of the spec, where they are known already.
 */
export async function applyCanary(
  transaction: OwnerTransaction,
  canary: WrittenCanary,
  now: number,
  firstRuns: FirstRuns,
  read = readCanary(canary.spec),
): Promise<void> {
  await applyCanaries(transaction, [{ ...canary, read }], now, firstRuns);
}

/**
 * Derives the checks of canaries and what is shown of their specs, inside the transaction that wrote them, by the same few
 * statements whatever their number. A check whose kind and name stay keeps its id and history; one that is gone is deleted
 * softly; a new or changed one runs at once.
 */
export async function applyCanaries(
  transaction: OwnerTransaction,
  canaries: readonly (WrittenCanary & { readonly read?: ReadCanary })[],
  now: number,
  firstRuns: FirstRuns,
): Promise<void> {
  const breathe = breather();
  const schedules = readSchedules(now);
  const derived = new Map<string, Derived>();
  for (const canary of canaries) {
    derived.set(canary.id, derive(canary, canary.read ?? readCanary(canary.spec), schedules));
    await breathe();
  }
  const all = [...derived.values()];
  const written = await transaction.query<WrittenCheck>(UPSERT_CHECKS, [
    storableJson(all.flatMap(({ canary, checks }) => checks.map((check) => checkRow(canary, check)))),
  ]);
  await transaction.query(DELETE_OTHER_CHECKS, [[...derived.keys()], written.rows.map((row) => row.id)]);

  const states: ReturnType<typeof stateRow>[] = [];
  for (const row of written.rows) {
    const of = derived.get(row.canary_id);
    const check = of?.located.get(`${row.type}/${row.name}`);
    // Taken for "not scheduled" it would never run, in silence.
    if (!of || !check)
      throw new Error(`the check ${row.type}/${row.name} was stored under another name than it was read`);
    states.push(stateRow(of, row, check, now, firstRuns));
    await breathe();
  }
  await transaction.query(UPSERT_STATES, [JSON.stringify(states)]);
  await transaction.query(RUN_CHANGED_AT_ONCE, [
    JSON.stringify(states.filter((state) => state.changed && state.schedule !== null)),
  ]);
  const told = all.map(({ canary: { id, spec }, scheduleError, warnings }) => ({
    id,
    schedule_error: scheduleError,
    warnings,
    shown_spec: specWithoutSecrets(spec),
  }));
  await transaction.query(TELL_CANARIES, [storableJson(told)]);
}

/** What follows from a canary alone. */
interface Derived {
  readonly canary: WrittenCanary;
  readonly checks: readonly LocatedCheck[];
  /** By type and name. */
  readonly located: ReadonlyMap<string, LocatedCheck>;
  readonly warnings: readonly string[];
  /** Null where its checks run on request only. */
  readonly schedule: string | null;
  /** Milliseconds; null where they do not run by themselves. */
  readonly interval: number | null;
  readonly scheduleError: string | null;
}

function derive(canary: WrittenCanary, read: ReadCanary, schedules: Schedules): Derived {
  const warnings = [...read.warnings];
  const checks = uniquelyNamed(read.checks, warnings);
  const located = new Map(checks.map((check) => [`${check.type}/${check.name}`, check]));
  const text = scheduleOf(canary, warnings);
  const problem = text === null ? null : schedules.problem(text);
  return {
    canary,
    checks,
    located,
    warnings,
    schedule: problem === null ? text : null,
    interval: text === null ? null : schedules.interval(text),
    scheduleError: problem === null ? null : `schedule: ${problem}`,
  };
}

/** Null when its checks run on request only. `replicas: 0` and the annotation `suspend` pause a canary; `interval` is the old form of `schedule` (engine reference 1.2). */
function scheduleOf(canary: WrittenCanary, warnings: string[]): string | null {
  const { schedule, interval, replicas } = canary.spec;
  if (replicas === 0 || canary.annotations?.['suspend'] === 'true') return null;
  if (schedule !== undefined && schedule !== null && schedule !== '') return textOf(schedule).trim();
  if (typeof interval === 'number' && interval > 0) return `@every ${interval}s`;
  warnings.push('spec.schedule is missing; the checks run on request only');
  return null;
}

/** Names as they are stored and shown, each once for its type. */
function uniquelyNamed(checks: readonly LocatedCheck[], warnings: string[]): LocatedCheck[] {
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return checks.map((check) => {
    const stored = hideSecretsIn(storableText(check.name));
    const key = `${check.type}/${stored}`;
    let name = stored;
    while (taken.has(`${check.type}/${name}`)) {
      const count = (counts.get(key) ?? 1) + 1;
      counts.set(key, count);
      name = `${stored} (${count})`;
    }
    taken.add(`${check.type}/${name}`);
    if (name !== stored)
      warnings.push(`${check.path}: another ${check.type} check is called "${stored}" too; this one becomes "${name}"`);
    return { ...check, name };
  });
}

function checkRow(canary: WrittenCanary, check: LocatedCheck) {
  const { entry } = check;
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? hideSecretsIn(value) : null);
  const severity = text(canary.spec['severity']);
  const owner = text(canary.spec['owner']);
  const retries = retriesOf(canary.spec['retries'], entry['retries']);
  return {
    canary_id: canary.id,
    type: check.type,
    name: check.name,
    namespace: text(namespaceOf(entry['namespace'])) ?? canary.namespace,
    description: text(entry['description']),
    icon: text(entry['icon']) ?? text(canary.spec['icon']),
    endpoint: hideSecretsIn(check.endpoint),
    spec: entry,
    shown_spec: withoutSecrets(check.type, entry),
    labels: {
      ...labelsOf(entry['labels']),
      ...(severity ? { [severity]: 'true' } : {}),
      ...(owner ? { [owner]: 'true' } : {}),
    },
    owner,
    severity,
    problem: check.problem ?? (typeof retries === 'string' ? retries : null),
  };
}

function namespaceOf(value: unknown): string | null {
  const named = isEntry(value) ? value['name'] : value;
  return typeof named === 'string' && named !== '' ? named : null;
}

/** Labels that change with every roll-out would make a new group each time (engine reference 1.4). */
const VOLATILE_LABEL = /^(pod-template-hash|kustomize\.toolkit\.fluxcd\.io|controller-revision-hash)/;

function labelsOf(value: unknown): Record<string, string> {
  if (!isEntry(value)) return {};
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, label]) =>
      VOLATILE_LABEL.test(key) ? [] : [[key, hideSecretsIn(String(label))]],
    ),
  );
}

interface WrittenCheck {
  readonly id: string;
  readonly canary_id: string;
  readonly type: string;
  readonly name: string;
  readonly changed: boolean;
}

function stateRow(
  { canary, schedule, interval }: Derived,
  row: WrittenCheck,
  check: LocatedCheck,
  now: number,
  firstRuns: FirstRuns,
) {
  const kind = registry.kindOf(row.type);
  const retries = retriesOf(canary.spec['retries'], check.entry['retries']);
  const runnable = kind !== undefined && check.problem === null && typeof retries !== 'string';
  const validated = runnable && kind ? validateLeniently(kind, check.entry) : undefined;
  const deadline = kind && validated?.ok ? attemptTimeOf(kind, validated.spec) : 10_000;
  const planned = runnable && interval !== null;
  return {
    check_id: row.id,
    schedule: planned ? schedule : null,
    interval_ms: planned ? interval : null,
    budget_ms: budgetOf(deadline, typeof retries === 'string' ? undefined : retries),
    first_due: planned ? new Date(now + firstRuns.next()).toISOString() : null,
    changed: row.changed,
  };
}
