import type pg from 'pg';
import { type Entry, isEntry, validateLeniently } from '../../platform/kinds/validate.ts';
import { phaseOf } from '../../platform/schedule/phase.ts';
import { parseSchedule, type Schedule, textOf } from '../../platform/schedule/schedule.ts';
import { storableJson, storableText } from '../../platform/text/storable.ts';
import { deadlineOf } from '../engine/run-check.ts';
import { budgetOf, retriesOf } from '../engine/retries.ts';
import { kindOf, type LocatedCheck, readCanary } from '../kinds/family.ts';
import { hideSecretsIn } from '../kinds/support/secret-texts.ts';
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
 * Derives the checks of a canary and what is shown of its spec, inside the transaction that wrote it. A check whose kind and name stay
 * keeps its id and history; one that is gone is deleted softly; a new or changed one runs at once.
 * @param read the checks of the spec, where they are known already.
 */
export async function applyCanary(
  transaction: OwnerTransaction,
  canary: WrittenCanary,
  now: number,
  firstRuns: FirstRuns,
  read = readCanary(canary.spec),
): Promise<void> {
  const warnings = [...read.warnings];
  const checks = uniquelyNamed(read.checks, warnings);
  const rows = checks.map((check) => checkRow(canary, check));
  const located = new Map(checks.map((check) => [`${check.type}/${check.name}`, check]));
  const written = await transaction.query<{ id: string; type: string; name: string; changed: boolean }>(UPSERT_CHECKS, [
    canary.id,
    storableJson(rows),
  ]);
  await transaction.query(
    `update health.checks set deleted_at = clock_timestamp()
     where canary_id = $1 and deleted_at is null and transformed is not true
       and not exists (select from unnest($2::uuid[]) kept where kept = id)`,
    [canary.id, written.rows.map((row) => row.id)],
  );

  const scheduleText = scheduleOf(canary, warnings);
  const scheduled = scheduleText === null ? null : parseSchedule(scheduleText, 0);
  const scheduleError = typeof scheduled === 'string' ? `schedule: ${storableText(scheduled)}` : null;
  const states = written.rows.map((row) => {
    const check = located.get(`${row.type}/${row.name}`);
    // Taken for "not scheduled" it would never run, in silence.
    if (!check) throw new Error(`the check ${row.type}/${row.name} was stored under another name than it was read`);
    return stateRow(
      canary,
      row,
      check,
      scheduleError === null && scheduled !== null ? scheduleText : null,
      now,
      firstRuns,
    );
  });
  await transaction.query(UPSERT_STATES, [JSON.stringify(states)]);
  await transaction.query(RUN_CHANGED_AT_ONCE, [
    JSON.stringify(states.filter((state) => state.changed && state.schedule !== null)),
  ]);
  await transaction.query(
    `update health.canaries set schedule_error = $2, warnings = $3, shown_spec = $4
     where id = $1 and (schedule_error, warnings, shown_spec) is distinct from ($2, $3::text[], $4::jsonb)`,
    [
      canary.id,
      scheduleError,
      warnings.map((warning) => storableText(warning)),
      storableJson(specWithoutSecrets(canary.spec)),
    ],
  );
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
    type: check.type,
    name: check.name,
    namespace: text(namespaceOf(entry['namespace'])) ?? canary.namespace,
    description: text(entry['description']),
    icon: text(entry['icon']) ?? text(canary.spec['icon']) ?? kindOf(check.type)?.icon ?? null,
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
  readonly type: string;
  readonly changed: boolean;
}

function stateRow(
  canary: WrittenCanary,
  row: WrittenCheck,
  check: LocatedCheck,
  scheduleText: string | null,
  now: number,
  firstRuns: FirstRuns,
) {
  const kind = kindOf(row.type);
  const retries = retriesOf(canary.spec['retries'], check.entry['retries']);
  const runnable = kind !== undefined && check.problem === null && typeof retries !== 'string';
  const schedule = runnable && scheduleText !== null ? parseSchedule(scheduleText, phaseOf(row.id)) : null;
  const validated = runnable && kind ? validateLeniently(kind, check.entry) : undefined;
  const deadline = kind && validated?.ok ? deadlineOf(kind, validated.spec) : 10_000;
  const planned = schedule !== null && typeof schedule !== 'string';
  return {
    check_id: row.id,
    schedule: planned ? scheduleText : null,
    interval_ms: planned ? intervalOf(schedule, now) : null,
    budget_ms: budgetOf(deadline, typeof retries === 'string' ? undefined : retries),
    first_due: planned ? new Date(now + firstRuns.next()).toISOString() : null,
    changed: row.changed,
  };
}

/** Of a calendar schedule the longest of the next gaps: a check that runs on working days is not late on a Sunday. */
function intervalOf(schedule: Schedule, now: number): number {
  if (schedule.interval !== undefined) return schedule.interval;
  let longest = 1_000;
  let from = schedule.next(now);
  for (let gap = 0; gap < GAPS_LOOKED_AT && from !== undefined; gap += 1) {
    const next: number | undefined = schedule.next(from);
    if (next !== undefined) longest = Math.max(longest, next - from);
    from = next;
  }
  return longest;
}

const GAPS_LOOKED_AT = 8;

/** Rows that differ in nothing are not written; `changed` tells the others. */
const UPSERT_CHECKS = `
  with input as (
    select * from jsonb_to_recordset($2) as r (type text, name text, namespace text, description text, icon text, endpoint text,
      spec jsonb, shown_spec jsonb, labels jsonb, owner text, severity text, problem text)
  ), written as (
    insert into health.checks as c (canary_id, type, name, namespace, description, icon, endpoint, spec, shown_spec, labels, owner,
                                    severity, problem)
    select $1, type, name, namespace, description, icon, endpoint, spec, shown_spec, labels, owner, severity, problem from input
    on conflict on constraint checks_key do update set
      namespace = excluded.namespace, description = excluded.description, icon = excluded.icon, endpoint = excluded.endpoint,
      spec = excluded.spec, shown_spec = excluded.shown_spec, labels = excluded.labels, owner = excluded.owner, severity = excluded.severity,
      problem = excluded.problem, deleted_at = null
    where (c.namespace, c.description, c.icon, c.endpoint, c.spec, c.shown_spec, c.labels, c.owner, c.severity, c.problem, c.deleted_at)
      is distinct from (excluded.namespace, excluded.description, excluded.icon, excluded.endpoint, excluded.spec,
                        excluded.shown_spec, excluded.labels, excluded.owner, excluded.severity, excluded.problem, null)
    returning id, type, name
  )
  select id, type, name, true as changed from written
  union all
  select c.id, c.type, c.name, false from health.checks c join input using (type, name)
  where c.canary_id = $1 and not exists (select from written w where w.id = c.id)`;

/** A state keeps its place when neither the check nor its schedule changed; what is not runnable loses status and due time. */
const UPSERT_STATES = `
  insert into health.check_states as s (check_id, schedule, interval_ms, budget_ms, due_at, first_due_at)
  select check_id, schedule, interval_ms, budget_ms, first_due, first_due
  from jsonb_to_recordset($1) as r (check_id uuid, schedule text, interval_ms bigint, budget_ms integer, first_due timestamptz)
  on conflict (check_id) do update set
    schedule = excluded.schedule,
    interval_ms = excluded.interval_ms,
    budget_ms = excluded.budget_ms,
    due_at = case
      when excluded.schedule is null then null
      when s.schedule is distinct from excluded.schedule or s.due_at is null then excluded.due_at
      else s.due_at end,
    first_due_at = coalesce(s.first_due_at, excluded.first_due_at)`;

const RUN_CHANGED_AT_ONCE = `
  update health.check_states s set due_at = r.first_due
  from jsonb_to_recordset($1) as r (check_id uuid, first_due timestamptz)
  where s.check_id = r.check_id`;
