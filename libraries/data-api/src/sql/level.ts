import { showsOrder } from '../plan/groups.ts';
import type { Output, PlannedField, RowsPlan } from '../plan/rows-plan.ts';
import { renderConditions, renderPaging } from './conditions.ts';
import { EmbedJoins, type RenderEmbed } from './embed-joins.ts';
import { type RowSource, rebuiltRow, renderComparable } from './fields.ts';
import { nearColumns } from './joins.ts';
import { by, direction, renderOrder } from './order.ts';
import type { SqlWriter } from './writer.ts';

/** The rows of one relation: what comes after `select`. */
export interface Level {
  /** SQL of each output of the plan. */
  readonly values: readonly string[];
  /** `from …` up to the end. */
  readonly tail: string;
}

/** What a plan reads from. */
export interface LevelSource {
  readonly from: string;
  readonly source: RowSource;
  /** SQL of a condition that ties the rows to those around them. */
  readonly on?: string;
}

/** @param isDirect Whether the values are the columns of the level as they are, and are not looked at before the page is cut. */
export function renderLevel(
  writer: SqlWriter,
  plan: RowsPlan,
  level: LevelSource,
  isDirect: boolean,
  renderEmbed: RenderEmbed,
): Level {
  if (plan.isGrouped) return renderGroups(writer, plan, level, renderEmbed);
  const isPaged = plan.limit !== undefined || plan.offset !== undefined;
  if (!isPaged || isDirect) {
    const joins = new EmbedJoins(writer, level.source, renderEmbed);
    const values = plan.outputs.map((output) => joins.value(output));
    const { joined, terms } = renderOrder(writer, plan.order, level.source);
    const tail = `from ${level.from}${joins.text()}${joined}${where(writer, plan, level)}${by('order', terms)}`;
    return { values, tail: tail + renderPaging(writer, plan) };
  }
  // The page is cut before anything is joined or computed, since else all that matches would be.
  const page = renderPageOf(writer, plan, level);
  const joins = new EmbedJoins(writer, page.source, renderEmbed);
  const values = plan.outputs.map((output) => joins.value(output));
  return { values, tail: `from ${page.from}${joins.text()}${by('order', page.terms)}` };
}

/** Columns of the relation behind a plan that its outputs, embeds and order read, in the order of the relation. */
export function columnsRead(plan: RowsPlan): readonly string[] {
  const names = new Set<string>();
  const addAll = () => [...plan.relation.columns.keys()].forEach((name) => names.add(name));
  const add = ({ source }: PlannedField) => (source.kind === 'column' ? names.add(source.column.name) : addAll());
  for (const output of plan.outputs) {
    if ((output.kind === 'field' || output.kind === 'aggregate') && output.field) add(output.field);
  }
  for (const { relationship } of plan.embeds) nearColumns(relationship).forEach((name) => names.add(name));
  for (const { embed, field } of plan.order) if (!embed) add(field);
  return [...plan.relation.columns.keys()].filter((name) => names.has(name));
}

function renderPageOf(writer: SqlWriter, plan: RowsPlan, level: LevelSource) {
  const alias = writer.alias();
  const source = rebuiltRow(alias, plan.relation);
  const read = columnsRead(plan).flatMap((name) => plan.relation.columns.get(name) ?? []);
  const columns = read.map((column) => `${level.source.alias}.${column.sql}`);
  const { joined, terms } = renderOrder(writer, plan.order, level.source);
  const outer = plan.order.map((term, index) => {
    if (!term.embed) return `${renderComparable(writer, term.field, source)}${direction(term)}`;
    const name = freeName(plan, index);
    columns.push(`${terms[index]?.value} as ${name}`);
    return `${alias}.${name}${direction(term)}`;
  });
  const filter = where(writer, plan, level);
  const paging = renderPaging(writer, plan);
  const from = `(select ${columns.join(', ')} from ${level.from}${joined}${filter}${by('order', terms)}${paging}) ${alias}`;
  return { from, source, terms: outer.map((text) => ({ text })) };
}

/** A name that no column of the relation has. */
function freeName(plan: RowsPlan, index: number): string {
  let name = `order${index}`;
  while (plan.relation.columns.has(name)) name += '_';
  return name;
}

/** Rows as groups of what is not aggregated. */
function renderGroups(writer: SqlWriter, plan: RowsPlan, level: LevelSource, renderEmbed: RenderEmbed): Level {
  const joins = new EmbedJoins(writer, level.source, renderEmbed);
  const values = plan.outputs.map((output) => {
    const value = joins.value(output);
    // JSON cannot be compared, its text can.
    return isJson(output) ? `${value}::text` : value;
  });
  const groups = plan.outputs.flatMap(({ kind }, index) =>
    kind === 'aggregate' || kind === 'spread-aggregate' ? [] : [{ text: String(index + 1) }],
  );
  // Equal terms are named by their place, since the keys of their paths would be bound anew and be others.
  const { joined, terms } = renderOrder(writer, plan.order, level.source, (term) => {
    const index = plan.outputs.findIndex((output) => showsOrder(output, term));
    return index === -1 ? undefined : index + 1;
  });
  // What else there is to sort by follows from the groups, which only the catalogs prove to PostgreSQL, and not a CTE.
  const following = terms.flatMap(({ value, isPlaced }) => (isPlaced ? [] : [{ text: value }]));
  groups.push(...following);
  const tail = `from ${level.from}${joins.text()}${joined}${where(writer, plan, level)}${by('group', groups)}`;
  return { values, tail: tail + by('order', terms) + renderPaging(writer, plan) };
}

/** Whether a group's value is the text of a JSON value. */
export function isJson(output: Output): boolean {
  if (output.kind === 'embed' || output.kind === 'absent') return true;
  if (output.kind === 'spread') {
    const inner = output.embed.rows.outputs[output.index];
    return !output.embed.relationship.isToOne || (inner !== undefined && isJson(inner));
  }
  return (
    output.kind === 'field' &&
    output.field.source.column.type === 'json' &&
    output.field.path.length === 0 &&
    !output.cast
  );
}

function where(writer: SqlWriter, plan: RowsPlan, { source, on }: LevelSource): string {
  const filter = plan.where.length === 0 ? [] : [renderConditions(writer, plan.where, source.alias, source.row)];
  const all = [...(on === undefined || on === 'true' ? [] : [on]), ...filter];
  return all.length === 0 ? '' : ` where ${all.join(' and ')}`;
}
