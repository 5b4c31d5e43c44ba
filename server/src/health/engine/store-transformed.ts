import type { TransformedCheck } from '@watchroom/contract/health';
import type { Queryable } from '../../platform/database/database.ts';
import { storableJson, storableText } from '../../platform/text/storable.ts';
import type { FinishedRun } from './finished-run.ts';

/** What the checks that transforms made add to a batch. */
export interface TransformedRuns {
  /** Results of the checks that came, and of those that come no more where their strategy records one. */
  readonly runs: readonly FinishedRun[];
  /** Ids of the checks that come no more; to be deleted once their results are stored. */
  readonly vanished: readonly string[];
}

interface Parent {
  readonly id: string;
  readonly canary_id: string;
  readonly type: string;
  readonly name: string;
}

interface Wanted {
  readonly run: FinishedRun;
  readonly parent: Parent;
  readonly check: TransformedCheck;
  /** The name under which it is to be stored. */
  name: string;
  /** How often its name was taken by another check. */
  taken: number;
}

/** Other checks of the source that are called like it; with more of them the result is refused. */
const MOST_NAMESAKES = 100;
/** Deleted checks that are kept per parent: a target that invents names with every answer must not fill the disk. */
const MOST_VANISHED = 1_000;

/**
 * Brings the checks that transforms make up to date with the newest runs of their parents, in the transaction that stores the
 * results. A result that is older than the newest stored one changes nothing, nor does one whose parent is gone.
 * @throws RangeError when a hundred other checks of the source have the same name.
 */
export async function storeTransformed(transaction: Queryable, runs: readonly FinishedRun[]): Promise<TransformedRuns> {
  const newest = newestOfEach(runs.filter((run) => run.result.checks !== undefined));
  if (newest.size === 0) return { runs: [], vanished: [] };
  const parents = await lockParents(transaction, newest);
  const placed = new Map<string, Wanted>();
  let waiting = parents.flatMap((parent) => wantedOf(parent, newest.get(parent.id)));
  const used = new Set<string>();
  for (let round = 0; waiting.length > 0; round += 1) {
    if (round === MOST_NAMESAKES)
      throw new RangeError(`transform gives "${waiting[0]?.name}", and ${MOST_NAMESAKES} other checks are called so`);
    for (const one of waiting) claimName(one, used);
    const stored = await upsert(transaction, waiting);
    for (const [index, one] of waiting.entries()) {
      const id = stored.get(index);
      if (id !== undefined) placed.set(id, one);
    }
    waiting = waiting.filter((_, index) => !stored.has(index));
  }
  await transaction.query(UPSERT_STATES, [[...placed.keys()]]);
  const gone = await transaction.query<Gone>(VANISHED, [parents.map(({ id }) => id), [...placed.keys()]]);
  return {
    runs: [
      ...[...placed].map(([id, { run, check }]) => childRun(id, run, check)),
      ...gone.rows.flatMap((row) => lastRun(row, newest.get(row.parent))),
    ],
    vanished: gone.rows.map(({ id }) => id),
  };
}

/** Deletes softly what {@link storeTransformed} found to come no more, and finally what was deleted long before. */
export async function deleteVanished(transaction: Queryable, vanished: readonly string[]): Promise<void> {
  if (vanished.length > 0) await transaction.query(DELETE_VANISHED, [vanished]);
}

function newestOfEach(runs: readonly FinishedRun[]): ReadonlyMap<string, FinishedRun> {
  const newest = new Map<string, FinishedRun>();
  for (const run of runs) {
    const known = newest.get(run.check_id);
    if (!known || Date.parse(run.time) >= Date.parse(known.time)) newest.set(run.check_id, run);
  }
  return newest;
}

/** Those whose runs count. Applying a canary locks it first too, and an edit must not meet half of its checks. */
async function lockParents(
  transaction: Queryable,
  newest: ReadonlyMap<string, FinishedRun>,
): Promise<readonly Parent[]> {
  const runs = [...newest.values()];
  await transaction.query(
    `select from health.canaries k where deleted_at is null
       and id in (select canary_id from health.checks where id = any($1::uuid[])) order by id for share`,
    [[...newest.keys()]],
  );
  await transaction.query('select from health.checks where id = any($1::uuid[]) order by id for no key update', [
    [...newest.keys()],
  ]);
  const found = await transaction.query<Parent>(
    `select c.id, c.canary_id, c.type, c.name
     from unnest($1::uuid[], $2::timestamptz[]) as run (id, time)
     join health.checks c on c.id = run.id and c.deleted_at is null
     join health.canaries k on k.id = c.canary_id and k.deleted_at is null
     join health.check_states s on s.check_id = c.id
     where s.last_runtime is null or run.time >= s.last_runtime or s.last_runtime > now() + interval '1 minute'
     order by c.id`,
    [runs.map(({ check_id }) => check_id), runs.map(({ time }) => time)],
  );
  return found.rows;
}

function wantedOf(parent: Parent, run: FinishedRun | undefined): Wanted[] {
  if (!run) return [];
  return (run.result.checks ?? []).map((check) => ({
    run,
    parent,
    check,
    name: storableText(check.name),
    taken: 0,
  }));
}

/** Gives a check the next name that nobody of this batch has: `disk`, `disk (2)`, …; it was tried before when `taken` is set. */
function claimName(one: Wanted, used: Set<string>): void {
  const keyOf = (name: string) => JSON.stringify([one.parent.canary_id, typeOf(one), name]);
  for (;;) {
    one.taken += 1;
    one.name = one.taken === 1 ? storableText(one.check.name) : `${storableText(one.check.name)} (${one.taken})`;
    if (used.has(keyOf(one.name))) continue;
    used.add(keyOf(one.name));
    return;
  }
}

function typeOf({ check, parent }: Wanted): string {
  return check.type ?? parent.type;
}

/** @returns the ids by the place in the list; what is missing has a name that belongs to another check. */
async function upsert(transaction: Queryable, wanted: readonly Wanted[]): Promise<ReadonlyMap<number, string>> {
  const rows = wanted.map((one, place) => {
    const { namespace, description, icon, endpoint, labels, transformDeleteStrategy } = one.check;
    return {
      place,
      parent: one.parent.id,
      type: typeOf(one),
      name: one.name,
      namespace,
      description,
      icon,
      endpoint,
      labels,
      strategy: transformDeleteStrategy,
    };
  });
  const stored = await transaction.query<{ place: number; id: string }>(UPSERT, [storableJson(rows)]);
  return new Map(stored.rows.map(({ place, id }) => [place, id]));
}

/** Rows are written in the order of their key, so that two writers never wait for each other in a circle. */
const UPSERT = `
  with input as (
    select r.place, p.id as parent, p.canary_id, p.agent_id, r.type, r.name, coalesce(r.namespace, p.namespace) as namespace,
      coalesce(r.description, p.description) as description, coalesce(r.icon, p.icon) as icon,
      coalesce(r.endpoint, p.endpoint) as endpoint, coalesce(p.labels, '{}') || coalesce(r.labels, '{}') as labels, p.owner,
      p.severity, coalesce(r.strategy, p.spec ->> 'transformDeleteStrategy') as strategy
    from jsonb_to_recordset($1) as r (place integer, parent uuid, type text, name text, namespace text, description text, icon text,
                                      endpoint text, labels jsonb, strategy text)
    join health.checks p on p.id = r.parent
  ), written as (
    insert into health.checks as c (canary_id, agent_id, type, name, namespace, description, icon, endpoint, spec, shown_spec, labels,
                                    owner, severity, transformed, transformed_from, transform_delete_strategy)
    select canary_id, agent_id, type, name, namespace, description, icon, endpoint, '{}', '{}', labels, owner, severity, true, parent,
      strategy
    from input order by canary_id, type, name
    on conflict on constraint checks_key do update set
      namespace = excluded.namespace, description = excluded.description, icon = excluded.icon, endpoint = excluded.endpoint,
      spec = '{}', shown_spec = '{}', labels = excluded.labels, owner = excluded.owner, severity = excluded.severity, problem = null,
      transformed = true, transformed_from = excluded.transformed_from,
      transform_delete_strategy = excluded.transform_delete_strategy, deleted_at = null
    where (c.deleted_at is not null or c.transformed_from = excluded.transformed_from)
      and (c.namespace, c.description, c.icon, c.endpoint, c.labels, c.owner, c.severity, c.transform_delete_strategy, c.deleted_at)
        is distinct from (excluded.namespace, excluded.description, excluded.icon, excluded.endpoint, excluded.labels, excluded.owner,
                          excluded.severity, excluded.transform_delete_strategy, null)
    returning id, canary_id, type, name
  )
  select input.place, w.id from input join written w using (canary_id, type, name)
  union all
  select input.place, c.id from input join health.checks c using (canary_id, type, name)
  where c.transformed_from = input.parent and c.deleted_at is null and not exists (select from written w where w.id = c.id)`;

/** They have a state and no schedule. One that had an entry of its own before has an old schedule here. */
const UPSERT_STATES = `
  insert into health.check_states as s (check_id, budget_ms)
  select id, 0 from unnest($1::uuid[]) id order by id
  on conflict (check_id) do update set schedule = null, interval_ms = null, due_at = null, lease_until = null
  where s.schedule is not null or s.due_at is not null`;

interface Gone {
  readonly id: string;
  readonly parent: string;
  readonly strategy: string | null;
}

const VANISHED = `
  select id, transformed_from as parent, transform_delete_strategy as strategy from health.checks
  where transformed_from = any($1::uuid[]) and deleted_at is null and not id = any($2::uuid[])`;

const DELETE_VANISHED = `
  with deleted as (
    update health.checks set deleted_at = clock_timestamp() where id = any($1::uuid[]) returning transformed_from
  )
  delete from health.checks old using (
    select id, row_number() over (partition by transformed_from order by deleted_at desc, id) as place
    from health.checks
    where transformed_from in (select transformed_from from deleted) and deleted_at is not null
  ) ranked
  where old.id = ranked.id and ranked.place > ${MOST_VANISHED}`;

function childRun(id: string, run: FinishedRun, result: FinishedRun['result']): FinishedRun {
  return { check_id: id, time: run.time, result, due: null, next_due: null, severity: run.severity };
}

/** What is recorded of a check that comes no more, as its strategy says. */
function lastRun({ id, strategy }: Gone, run: FinishedRun | undefined): readonly FinishedRun[] {
  if (!run || (strategy !== 'MarkHealthy' && strategy !== 'MarkUnhealthy')) return [];
  const pass = strategy === 'MarkHealthy';
  const said = `The transform no longer gives this check; transformDeleteStrategy is ${strategy}`;
  const result = { pass, invalid: false, duration: 0, message: pass ? said : '', error: pass ? '' : said, data: {} };
  return [childRun(id, run, result)];
}
