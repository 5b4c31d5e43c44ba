import type { EmbedPlan, Output, RowsPlan } from '../plan/rows-plan.ts';
import { type CsvCells, csvLine, renderCsvRecord } from './csv.ts';
import { countedRows, guarded } from './embed-guard.ts';
import type { RowSource } from './fields.ts';
import { rebuiltRow, tableRow } from './fields.ts';
import { isProvenToOne, renderTarget } from './joins.ts';
import { columnsRead, isJson, type Level, type LevelSource, renderLevel } from './level.ts';
import { renderObject } from './object.ts';
import { quoteIdentifier, type SqlWriter } from './writer.ts';

/**
 * @param from `relation.sql`, a CTE with columns of the same names, or a function call.
 * @param format for CSV how its cells are written.
 * @returns a subselect text with one column `r` per row: JSON, or for CSV the text of a record without its line end.
 */
export function renderRows(writer: SqlWriter, plan: RowsPlan, from: string, format: 'json' | CsvCells): string {
  const level = topSource(writer, plan, from);
  return format === 'json' ? renderJsonRows(writer, plan, level) : renderCsvRows(writer, plan, level, format);
}

/** Columns of the relation that the rows read, for `returning`; in the order of the relation. */
export const columnsNeeded: (plan: RowsPlan) => readonly string[] = columnsRead;

/** The first line of a CSV answer, without its line end. It is partly the client's text. */
export function csvHeader(plan: RowsPlan, cells: CsvCells): string {
  return csvLine(
    plan.outputs.map(({ key }) => key.text),
    cells,
  );
}

/** A subselect with the rows of the page, for those who only count them. */
export function renderPage(writer: SqlWriter, plan: RowsPlan, from: string): string {
  return renderBare(writer, { ...plan, order: [] }, from);
}

/** A subselect with every row that matches, whatever the page. */
export function renderMatching(writer: SqlWriter, plan: RowsPlan, from: string): string {
  const { limit: _limit, offset: _offset, ...matching } = plan;
  return renderBare(writer, { ...matching, order: [] }, from);
}

function renderBare(writer: SqlWriter, plan: RowsPlan, from: string): string {
  const source = topSource(writer, plan, from);
  if (!plan.isGrouped) {
    const { tail } = renderLevel(writer, { ...plan, outputs: [] }, source, true, () => '');
    return `select 1 ${tail}`;
  }
  const { values, tail } = renderLevel(writer, plan, source, true, embedRenderer(writer));
  return `select ${values.join(', ')} ${tail}`;
}

function topSource(writer: SqlWriter, plan: RowsPlan, from: string): LevelSource {
  const alias = writer.alias();
  const source = from === plan.relation.sql ? tableRow(alias) : rebuiltRow(alias, plan.relation);
  return { from: `${from} ${alias}`, source };
}

function renderJsonRows(writer: SqlWriter, plan: RowsPlan, source: LevelSource): string {
  const keys = plan.outputs.map(({ key }) => key);
  const areTrusted = keys.every(({ isTrusted }) => isTrusted);
  const isDirect = areTrusted && plan.outputs.every(isPlainColumn);
  const level = renderLevel(writer, plan, source, isDirect, embedRenderer(writer));
  if (areTrusted && !plan.isGrouped) {
    const row = writer.alias();
    const columns = keys.map(({ text }, index) => `${level.values[index]} as ${quoteIdentifier(text)}`);
    return `select row_to_json(${row}.*) as r from (select ${columns.join(', ')} ${level.tail}) ${row}`;
  }
  if (!plan.isGrouped) return `select ${renderObject(writer, keys, level.values)} as r ${level.tail}`;
  const groups = renderGroupedValues(writer, plan, level);
  return `select ${renderObject(writer, keys, groups.values)} as r ${groups.tail}`;
}

function renderCsvRows(writer: SqlWriter, plan: RowsPlan, source: LevelSource, cells: CsvCells): string {
  const level = renderLevel(writer, plan, source, false, embedRenderer(writer));
  const { values, tail } = plan.isGrouped ? renderGroupedValues(writer, plan, level) : level;
  return `select ${renderCsvRecord(values, cells)} as r ${tail}`;
}

/** Groups as a subselect, since what is made of their values is no part of the grouping. */
function renderGroupedValues(writer: SqlWriter, plan: RowsPlan, level: Level): Level {
  const group = writer.alias();
  return {
    values: plan.outputs.map((output, index) => `${group}.c${index}${isJson(output) ? '::json' : ''}`),
    tail: `from (${numbered(level)}) ${group}`,
  };
}

function numbered({ values, tail }: Level): string {
  return `select ${values.map((value, index) => `${value} as c${index}`).join(', ')} ${tail}`;
}

function isPlainColumn(output: Output): boolean {
  return (
    output.kind === 'field' &&
    output.cast === undefined &&
    output.field.path.length === 0 &&
    output.field.source.kind === 'column'
  );
}

function embedRenderer(writer: SqlWriter) {
  const render = (embed: EmbedPlan, near: RowSource): string => {
    const { relationship, rows: plan } = embed;
    const target = renderTarget(writer, relationship, near);
    const limit = relationship.isToOne && !isProvenToOne(relationship) && plan.limit === undefined ? 1 : plan.limit;
    const bounded = limit === undefined ? plan : { ...plan, limit };
    if (embed.isSpread) return renderSpread(writer, { ...embed, rows: bounded }, target, render);
    const rows = renderJsonRows(writer, bounded, target);
    if (relationship.isToOne) return rows;
    const counted = countedRows(rows, 'pg_column_size(r.r)');
    return `select coalesce(json_agg(${guarded(embed, 'r.r')}), '[]') as r from (${counted}) r`;
  };
  return render;
}

/** Columns `c0`, `c1`, …: values of the one row, or lists of the values of many. */
function renderSpread(
  writer: SqlWriter,
  embed: EmbedPlan,
  target: LevelSource,
  render: (embed: EmbedPlan, near: RowSource) => string,
): string {
  const { relationship, rows: plan } = embed;
  if (!relationship.isToOne) {
    const level = renderLevel(writer, plan, target, false, render);
    const value = (index: number) => guarded(embed, `to_json(r.c${index})`);
    const lists = level.values.map((_, index) => `coalesce(json_agg(${value(index)}), '[]') as c${index}`);
    return `select ${lists.join(', ')} from (${countedRows(numbered(level), 'octet_length((r.*)::text)')}) r`;
  }
  // Its aggregates are taken over the rows that it is spread into.
  const outputs = plan.outputs.map(withoutAggregate);
  return numbered(renderLevel(writer, { ...plan, outputs, isGrouped: false }, target, false, render));
}

function withoutAggregate(output: Output): Output {
  if (output.kind === 'spread-aggregate') return { ...output, kind: 'spread' };
  if (output.kind !== 'aggregate') return output;
  const { key, field, cast } = output;
  return field ? { kind: 'field', key, field, ...(cast !== undefined && { cast }) } : { kind: 'one', key };
}
