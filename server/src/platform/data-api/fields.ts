import type { Column, RawRequest, Relation, Schema } from '@watchroom/data-api';
import { findEmbed, type ListItem, namesOf, readList, unquote } from './select-list.ts';

/** Columns of what a request reads; those of a relation also have relationships. */
export interface Fields {
  readonly columns: ReadonlyMap<string, Column>;
  readonly relation?: Relation;
}

/** Name of a parameter: `path.to.column`, where a JSON path may follow and belongs to the last part. */
export interface FieldName {
  readonly path: readonly string[];
  /** Column with its JSON path; `and`, `or`, `order` and the like for parameters of that name. */
  readonly last: string;
}

export function readFieldName(name: string): FieldName {
  const arrow = name.indexOf('->');
  const plain = arrow < 0 ? name : name.slice(0, arrow);
  const parts = plain.match(/"(?:[^"\\]|\\.)*"?|\.|[^."]+/g) ?? [];
  const steps = [''];
  for (const part of parts) {
    if (part === '.') steps.push('');
    else steps.push((steps.pop() ?? '') + part);
  }
  const last = (steps.pop() ?? '') + (arrow < 0 ? '' : name.slice(arrow));
  if ((last === 'and' || last === 'or') && steps.at(-1) === 'not') steps.pop();
  return { path: steps, last };
}

/** Of the relation, or of the rows that a function gives; undefined where that cannot be told. */
export function fieldsOf(request: RawRequest, schema: Schema): Fields | undefined {
  if (request.kind === 'relation') {
    const relation = schema.relation(request.schema, request.name);
    return relation && { columns: relation.columns, relation };
  }
  const [only, ...overloads] = schema.functions(request.schema, request.name);
  if (!only || overloads.length > 0) return undefined;
  if (only.result.kind === 'composite') return { columns: only.result.columns };
  if (only.result.kind !== 'relation') return undefined;
  return { columns: only.result.relation.columns, relation: only.result.relation };
}

/** More paths than the dialect allows embeds in a request; those beyond are not followed. */
export const MAX_PATHS = 64;

/** Finds the relation that a path of embeds leads to, each path once. Aliases are those of `select`. */
export function pathReader(request: RawRequest, schema: Schema): (path: readonly string[]) => Fields | undefined {
  const known = new Map<string, Fields | undefined>();
  let root: { readonly fields: Fields | undefined; readonly list: readonly ListItem[] } | undefined;
  return (path) => {
    root ??= { fields: fieldsOf(request, schema), list: readList(firstValue(request, 'select') ?? '') ?? [] };
    if (path.length === 0) return root.fields;
    const key = JSON.stringify(path);
    if (!known.has(key) && known.size < MAX_PATHS) known.set(key, followPath(schema, path, root.fields, root.list));
    return known.get(key);
  };
}

function followPath(
  schema: Schema,
  path: readonly string[],
  start: Fields | undefined,
  selected: readonly ListItem[],
): Fields | undefined {
  let fields = start;
  let list = selected;
  for (const step of path) {
    const embed = findEmbed(list, step);
    const target = embed ? namesOf(embed).relation : unquote(step);
    const to = fields?.relation && follow(schema, fields.relation, target);
    if (!to) return undefined;
    fields = { columns: to.columns, relation: to };
    list = embed?.items ?? [];
  }
  return fields;
}

/** Whether a column holds moments or days; times of day have no date. */
export function isDate(column: Column | undefined): boolean {
  return column?.category === 'datetime' && !/^time\b/.test(column.type);
}

export function firstValue(request: RawRequest, name: string): string | undefined {
  return request.query.find(([given]) => given === name)?.[1];
}

/** Relation that an embed's name means: a relation, a constraint, or a foreign key column. */
function follow(schema: Schema, from: Relation, target: string): Relation | undefined {
  return schema
    .relationshipsFrom(from)
    .find(
      (way) =>
        way.to.name === target || way.name === target || (way.holdsKey && way.columns.some(([key]) => key === target)),
    )?.to;
}
