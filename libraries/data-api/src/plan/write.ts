import type { Envelope, Statement } from '../execute/statement.ts';
import type { Relation } from '../schema/model.ts';
import { type EnvelopeParts, envelope } from '../sql/envelope.ts';
import { columnsNeeded, csvHeader, renderRows } from '../sql/rows.ts';
import { renderCaptured, renderCurrent } from '../sql/write-captured.ts';
import { renderBefore, renderInserted, renderKey, renderList, renderWrite } from '../sql/write.ts';
import { type SqlWriter, sqlWriter } from '../sql/writer.ts';
import { mayPassRow, readableColumns, readableKey } from './columns.ts';
import type { PlanContext } from './context.ts';
import { planRows } from './rows.ts';
import type { RowsPlan } from './rows-plan.ts';
import { keyMismatch, planWrite, type WritePlan, type WriteRequest } from './write-plan.ts';

export type { WriteRequest } from './write-plan.ts';

export interface PlannedWrite {
  /**
   * `Envelope.rows` counts the rows that were written, for the format `object` those in the answer; `inserted` those of
   * a merge or PUT that are new (null when nobody can tell); `key` is that of one inserted row, for
   * `return=headers-only`.
   */
  readonly statement: Statement;
  /** Whether the rows are asked for (`return=representation`). */
  readonly hasBody: boolean;
  /** Looks at what was written. @throws DataApiError PGRST115 when the body of a PUT is of another key: nothing was written. */
  readonly check: (envelope: Envelope) => void;
}

const WRITTEN = 'source';
const BEFORE = 'before';

/** A write in one statement. @throws DataApiError */
export function writeStatement(context: PlanContext, relation: Relation, write: WriteRequest): PlannedWrite {
  const plan = planWrite(context, relation, write);
  const hasBody = write.preferences.return === 'representation';
  const shown = hasBody ? planShown(context, relation, write) : undefined;
  const writer = sqlWriter();
  const told = toldColumns(context, plan, write);
  const needed = new Set([...(shown ? columnsNeeded(shown) : []), ...told.columns]);
  const returning = [...relation.columns.values()].filter(({ name }) => needed.has(name));
  const statement = envelope(writer, {
    with: [`${WRITTEN} as (${renderWrite(writer, plan, returning)})`],
    maxBodyBytes: context.options.maxBodyBytes,
    readsSettings: true,
    ...(shown ? shownParts(context, writer, shown, write) : { format: 'array' }),
    ...(shown && write.format === 'object' ? {} : { count: `(select count(*) from ${WRITTEN})` }),
    ...told.parts(writer),
  });
  return { statement, hasBody, check: checkOf(plan) };
}

/**
 * For hooks: a write whose body is the JSON object `{"before": [...], "after": [...]}` with every column of the rows that
 * the caller may read. `before` is empty for an insert, also for one that merges, and `after` for a delete.
 * @throws DataApiError
 */
export function changeStatement(context: PlanContext, relation: Relation, write: WriteRequest): PlannedWrite {
  const plan = planWrite(context, relation, write);
  const hasBody = write.preferences.return === 'representation';
  // What cannot be shown must not be written either.
  if (hasBody) planShown(context, relation, write);
  const writer = sqlWriter();
  const columns = readableColumns(context, relation);
  const updates = plan.operation === 'update' && plan.columns.length > 0;
  const hasBefore = updates || plan.key !== undefined;
  const before = hasBefore ? [`${BEFORE} as materialized (${renderBefore(writer, plan, columns)})`] : [];
  const written = `${WRITTEN} as (${renderWrite(writer, plan, columns, updates ? BEFORE : undefined)})`;
  const none = `'[]'::json`;
  const rows = renderList(writer, WRITTEN, columns);
  const [old, now] =
    plan.operation === 'delete' ? [rows, none] : [hasBefore ? renderList(writer, BEFORE, columns) : none, rows];
  const statement = envelope(writer, {
    with: [...before, written],
    rows: `select json_build_object('before', ${old}, 'after', ${now}) as r`,
    format: 'object',
    maxBodyBytes: context.options.maxBodyBytes,
    readsSettings: true,
    count: `(select count(*) from ${WRITTEN})`,
    ...toldColumns(context, plan, write).parts(writer),
  });
  return { statement, hasBody, check: checkOf(plan) };
}

/**
 * What the request asked to see of a change, after hooks may have changed the rows. Rows without a primary key that the
 * caller may read, and deleted ones, are shown as they were captured.
 * @param change The body that the {@link changeStatement} gave, unread.
 * @throws DataApiError
 */
export function representationStatement(
  context: PlanContext,
  relation: Relation,
  write: WriteRequest,
  change: string,
): Statement {
  const shown = planShown(context, relation, write);
  const writer = sqlWriter();
  const needed = columnsNeeded(shown).flatMap((name) => relation.columns.get(name) ?? []);
  const key = write.operation === 'delete' ? [] : readableKey(context, relation);
  const list = write.operation === 'delete' ? 'before' : 'after';
  const rows =
    key.length > 0
      ? renderCurrent(writer, relation, change, key, needed)
      : renderCaptured(writer, change, list, needed);
  return envelope(writer, {
    with: [`${WRITTEN} as (${rows})`],
    maxBodyBytes: context.options.maxBodyBytes,
    ...shownParts(context, writer, shown, write),
  });
}

/** Filters have chosen the rows already. */
function planShown(context: PlanContext, relation: Relation, { query }: WriteRequest): RowsPlan {
  return planRows(context, relation, { ...query.rows, where: [] });
}

function shownParts(
  { options: { csvCells } }: PlanContext,
  writer: SqlWriter,
  shown: RowsPlan,
  { format, stripNulls }: WriteRequest,
): Pick<EnvelopeParts, 'rows' | 'format' | 'csvHeader' | 'stripNulls'> {
  return {
    rows: renderRows(writer, shown, WRITTEN, format === 'csv' ? csvCells : 'json'),
    format,
    ...(format === 'csv' && { csvHeader: csvHeader(shown, csvCells) }),
    ...(stripNulls && { stripNulls }),
  };
}

/** What the answer tells beside the rows, and the columns that it takes. */
function toldColumns(context: PlanContext, plan: WritePlan, { body, operation, preferences }: WriteRequest) {
  const { relation, conflict } = plan;
  const isOne = operation === 'insert' && preferences.return === 'headers-only' && body?.count === 1;
  const key = isOne ? readableKey(context, relation).map(({ name }) => name) : [];
  const merge = conflict !== undefined && conflict.updates.length > 0 ? conflict.key : undefined;
  // A predicate may read any column.
  const canTell = merge !== undefined && (merge.predicate === null || mayPassRow(context, relation));
  return {
    columns: [...key, ...(canTell ? merge.columns : [])],
    parts: (writer: SqlWriter): Pick<EnvelopeParts, 'key' | 'inserted'> => ({
      ...(key.length > 0 && { key: renderKey(relation, WRITTEN) }),
      ...(canTell && { inserted: renderInserted(writer, relation, merge, WRITTEN) }),
    }),
  };
}

function checkOf({ key, conflict }: WritePlan): PlannedWrite['check'] {
  return ({ rows }) => {
    if (key === undefined || conflict?.updates.length === 0 || rows > 0) return;
    throw keyMismatch();
  };
}
