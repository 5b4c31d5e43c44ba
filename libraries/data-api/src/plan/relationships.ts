import { refuse } from '../errors.ts';
import type { SelectEmbed } from '../request/tree.ts';
import type { Relation, Relationship } from '../schema/model.ts';
import { demandSelect, mayPassRow } from './columns.ts';
import type { PlanContext } from './context.ts';
import { nearest } from './near.ts';

type Name = Pick<SelectEmbed, 'relation' | 'hint'>;

/**
 * The one relationship that an embed means: by the name of a related relation, of a foreign key column, of a constraint
 * or of a function, and by its hint.
 * @throws DataApiError when there is none that the caller may see, or when there are several.
 */
export function findRelationship(context: PlanContext, from: Relation, name: Name): Relationship {
  const visible = context.schema.relationshipsFrom(from).filter((candidate) => isVisible(context, candidate));
  const found = search(visible, name);
  const granted = found.filter((candidate) => isGranted(context, candidate));
  const choices = granted.length > 0 ? granted : found;
  const [choice] = choices;
  if (choice === undefined) {
    const suggestions = visible.filter((candidate) => isGranted(context, candidate));
    throw unknown(from, name, suggestions);
  }
  demandSelect(context, choice.to);
  if (choice.junction) demandSelect(context, choice.junction.relation);
  if (choices.length > 1) throw ambiguous(from, name, choices);
  return choice;
}

function isGranted({ access }: PlanContext, { to, junction }: Relationship): boolean {
  return access.may('select', to) && (!junction || access.may('select', junction.relation));
}

/** A relationship through a hidden column is not there. Where all is hidden, the refusal of the relation says so. */
function isVisible(context: PlanContext, { from, to, columns, junction, function: fn }: Relationship): boolean {
  const { access } = context;
  if (fn) return access.mayExecute(fn) && mayPassRow(context, from);
  const sees = (relation: Relation, names: readonly string[]) =>
    (relation !== from && !access.may('select', relation)) ||
    names.every((column) => access.mayColumn('select', relation, column));
  if (!junction) return sees(from, first(columns)) && sees(to, second(columns));
  return (
    sees(from, first(junction.from)) &&
    sees(junction.relation, [...second(junction.from), ...first(junction.to)]) &&
    sees(to, second(junction.to))
  );
}

function search(candidates: readonly Relationship[], name: Name): readonly Relationship[] {
  const computed = candidates.filter(({ function: fn }) => fn?.name === name.relation && name.hint === undefined);
  // The owner of a schema defines a function to overrule what the keys tell.
  if (computed.length > 0) return computed;
  const byKeys = candidates.filter(({ function: fn }) => fn === undefined);
  const named = inSchema(byKeys.filter(({ to }) => to.name === name.relation));
  const { hint } = name;
  if (hint !== undefined) return upwardsLast(named.filter((candidate) => matchesHint(candidate, hint)));
  const byName = upwardsLast(named);
  const byKey = byKeys.filter((candidate) => isNamedByKey(candidate, name.relation));
  return [...new Set([...byName, ...nearestToTable(byKey)])];
}

/** A key means its table. Where only views of it are exposed, it means the one that bears the table's name. */
function nearestToTable(candidates: readonly Relationship[]): readonly Relationship[] {
  const tables = candidates.filter(({ to }) => to.kind === 'table' || to.kind === 'foreign table');
  if (tables.length > 0) return tables;
  const namesakes = candidates.filter(({ to, tableBehind }) => to.name === tableBehind);
  return namesakes.length > 0 ? namesakes : candidates;
}

type Pairs = Relationship['columns'];
const first = (pairs: Pairs) => pairs.map(([column]) => column);
const second = (pairs: Pairs) => pairs.map(([, column]) => column);

/** Of relations with one name in several schemas the one beside the asker is meant. */
function inSchema(candidates: readonly Relationship[]): readonly Relationship[] {
  const beside = candidates.filter(({ from, to }) => from.schema === to.schema);
  return beside.length > 0 ? beside : candidates;
}

/** A relation that points at itself has two ways along one key: the column means the way up, its own name the way down. */
function upwardsLast(candidates: readonly Relationship[]): readonly Relationship[] {
  const down = candidates.filter(({ from, to, holdsKey }) => from !== to || !holdsKey);
  return down.length > 0 ? down : candidates;
}

function isNamedByKey({ name, columns, holdsKey, junction, from, to }: Relationship, wanted: string): boolean {
  if (junction || (from === to && !holdsKey)) return false;
  return name === wanted || (holdsKey && columns.length === 1 && columns[0]?.[0] === wanted);
}

function matchesHint({ name, columns, junction }: Relationship, hint: string): boolean {
  if (junction) {
    const [column, ...others] = junction.to;
    const isByColumn = others.length === 0 && column?.[0] === hint;
    return junction.relation.name === hint || junction.constraints[1] === hint || isByColumn;
  }
  const [column, ...others] = columns;
  return name === hint || (others.length === 0 && column !== undefined && column.includes(hint));
}

function unknown(from: Relation, { relation, hint }: Name, visible: readonly Relationship[]) {
  const between = `'${from.name}' and '${relation}'`;
  const using = hint === undefined ? '' : ` using the hint '${hint}'`;
  const names = new Set(visible.map(({ to, function: fn }) => fn?.name ?? to.name));
  const near = names.has(relation) ? undefined : nearest(relation, names);
  return refuse.unknownRelationship(`Could not find a relationship between ${between} in the schema cache`, {
    details: `Searched for a foreign key relationship between ${between}${using} in the schema '${from.schema}', but no matches were found.`,
    ...(near !== undefined && { hint: `Perhaps you meant '${near}' instead of '${relation}'.` }),
  });
}

function ambiguous(from: Relation, { relation }: Name, found: readonly Relationship[]) {
  const choices = found.map(({ name, to, junction }) => `'${to.name}!${junction?.relation.name ?? name}'`);
  return refuse.ambiguousRelationship(
    `Could not embed because more than one relationship was found for '${from.name}' and '${relation}'`,
    {
      details: found.map(describe),
      hint: `Try changing '${relation}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  );
}

function describe({ cardinality, name, from, to, columns, junction }: Relationship) {
  const list = (names: readonly string[]) => names.join(', ');
  const embedding = `${from.name} with ${to.name}`;
  if (junction) {
    const [toFrom, toTarget] = junction.constraints;
    const [left, right] = [list(second(junction.from)), list(first(junction.to))];
    const relationship = `${junction.relation.name} using ${toFrom}(${left}) and ${toTarget}(${right})`;
    return { cardinality, embedding, relationship };
  }
  const [left, right] = [list(first(columns)), list(second(columns))];
  return { cardinality, embedding, relationship: `${name} using ${from.name}(${left}) and ${to.name}(${right})` };
}
