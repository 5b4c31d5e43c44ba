import { block, key, literal, type Member, union } from './type-text.ts';
import type { Column, DatabaseFunction, Relation, Relationship, Schema, TypeCategory } from './model.ts';

export interface GenerateTypesOptions {
  /** First lines of the text, for example a comment that says what made it. */
  readonly header?: string;
  /** Name of the type. Default `Database`. */
  readonly name?: string;
  /**
   * Which relations and functions the type has, by name; all of them if absent. A function needs the relations that it
   * takes and returns.
   */
  readonly includes?: (name: string) => boolean;
}

const JSON_TYPE = `export type Json = string | number | boolean | null | { [key: string]: Json | undefined } | Json[];`;

/**
 * TypeScript source of a `Database` type as `@supabase/postgrest-js` takes it, with all exposed schemas. The same schema
 * gives the same text. Columns are typed as their JSON: numbers as `number`, times and other values as `string`.
 */
export function generateTypes(schema: Schema, options: GenerateTypesOptions = {}): string {
  const { header, name = 'Database', includes = () => true } = options;
  const writer = new TypeWriter(schema, name, includes);
  const schemas = schema.names.toSorted().map((each): Member => [key(each), writer.schema(each)]);
  const parts = [header?.trimEnd(), JSON_TYPE, `export type ${name} = ${block(schemas, '')};`];
  return `${parts.filter((part) => part !== undefined).join('\n\n')}\n`;
}

interface Typed {
  readonly type: string;
  readonly category: TypeCategory;
}

class TypeWriter {
  readonly #schema: Schema;
  readonly #database: string;
  readonly #includes: (name: string) => boolean;
  /** Labels by the type's name as the catalog writes it. */
  readonly #enums: ReadonlyMap<string, readonly string[]>;

  constructor(schema: Schema, database: string, includes: (name: string) => boolean) {
    this.#schema = schema;
    this.#database = database;
    this.#includes = includes;
    this.#enums = enumsOf(schema, includes);
  }

  schema(name: string): readonly Member[] {
    const relations = byName(this.#schema.relationsOf(name)).filter((relation) => this.#includes(relation.name));
    const isTable = (relation: Relation) => relation.kind === 'table' || relation.kind === 'foreign table';
    const write = (relation: Relation): Member => [key(relation.name), this.#relation(relation, isTable(relation))];
    const enums = [...this.#enums].flatMap(([type, labels]): Member[] => {
      const short = nameIn(type, name);
      return short === undefined ? [] : [[key(short), union(labels.map(literal))]];
    });
    return [
      ['Tables', emptyOr(relations.filter(isTable).map(write))],
      ['Views', emptyOr(relations.filter((relation) => !isTable(relation)).map(write))],
      ['Functions', emptyOr(this.#functions(name))],
      ['Enums', emptyOr(enums.toSorted(([one], [other]) => compare(one, other)))],
      ['CompositeTypes', NOTHING],
    ];
  }

  #relation(relation: Relation, isTable: boolean): readonly Member[] {
    const columns = byName([...relation.columns.values()]);
    const computed = byName([...relation.computed.values()]);
    const row = [
      ...columns.map((column): Member => [key(column.name), this.#nullable(column)]),
      ...computed.map((column): Member => [key(column.name), `${this.#type(column)} | null`]),
    ];
    const isWritable = isTable || relation.isInsertable || relation.isUpdatable;
    const written = (isInsert: boolean) =>
      columns.map((column): Member => {
        const isNeeded = isInsert && isTable && !column.isNullable && column.default === null && !column.isGenerated;
        return [`${key(column.name)}${isNeeded ? '' : '?'}`, column.isGenerated ? 'never' : this.#nullable(column)];
      });
    return [
      ['Row', row.toSorted(([one], [other]) => compare(one, other))],
      ...(isWritable
        ? ([
            ['Insert', written(true)],
            ['Update', written(false)],
          ] satisfies Member[])
        : []),
      ['Relationships', relationshipList(this.#schema.relationshipsFrom(relation))],
      ...(computed.length > 0
        ? ([['ComputedFields', union(computed.map((column) => literal(column.name)))]] satisfies Member[])
        : []),
    ];
  }

  #functions(schema: string): readonly Member[] {
    const functions = this.#schema.functionsOf(schema).filter((fn) => this.#includes(fn.name));
    const names = [...new Set(functions.map((fn) => fn.name))].toSorted(compare);
    return names.flatMap((name): Member[] => {
      // A computed column is a member of its rows and not called by itself.
      const overloads = this.#schema.functions(schema, name).filter((fn) => !this.#isComputedColumn(fn));
      const written = overloads.map((fn) => this.#function(fn));
      const [only] = written;
      if (only === undefined) return [];
      return [[key(name), written.length === 1 ? only : { alternatives: written }]];
    });
  }

  #isComputedColumn(fn: DatabaseFunction): boolean {
    return this.#schema.names.some((schema) =>
      this.#schema.relationsOf(schema).some((relation) => relation.computed.get(fn.name)?.function === fn),
    );
  }

  #function(fn: DatabaseFunction): readonly Member[] {
    const inputs = byName(fn.arguments).map((argument): Member => {
      const type = this.#rowType(argument.type) ?? this.#type(argument);
      return [`${key(argument.name)}${argument.isRequired ? '' : '?'}`, type];
    });
    return [
      ['Args', inputs.length === 0 ? 'Record<PropertyKey, never>' : inputs],
      ['Returns', this.#returns(fn)],
      ...this.#setofOptions(fn),
    ];
  }

  #returns(fn: DatabaseFunction): Member[1] {
    const { result } = fn;
    const many = fn.isSet ? '[]' : '';
    switch (result.kind) {
      case 'void':
        return 'undefined';
      case 'record':
        return `Record<string, Json>${many}`;
      case 'scalar': {
        const type = this.#type(result);
        return fn.isSet && type.includes(' ') ? `(${type})[]` : `${type}${many}`;
      }
      case 'relation':
        return `${this.#rowOf(result.relation)}${many}`;
      case 'composite': {
        const members = byName([...result.columns.values()]).map(
          (column): Member => [key(column.name), this.#nullable(column)],
        );
        return { members, suffix: many };
      }
    }
  }

  #setofOptions(fn: DatabaseFunction): readonly Member[] {
    if (fn.result.kind !== 'relation') return [];
    const { relation } = fn.result;
    const [input] = fn.arguments;
    const from = fn.arguments.length === 1 && input ? this.#relationOfType(input.type) : undefined;
    const relationship = from && this.#schema.relationshipsFrom(from).find((each) => each.function === fn);
    return [
      [
        'SetofOptions',
        [
          ['from', literal(relationship ? relationship.from.name : '*')],
          ['isOneToOne', String(relationship?.isToOne ?? !fn.isSet)],
          ['isSetofReturn', String(fn.isSet)],
          ['to', literal(relation.name)],
        ],
      ],
    ];
  }

  #relationOfType(type: string): Relation | undefined {
    for (const schema of this.#schema.names) {
      const name = nameIn(type, schema);
      const relation = name === undefined ? undefined : this.#schema.relation(schema, name);
      if (relation) return relation;
    }
    return undefined;
  }

  #rowType(type: string): string | undefined {
    const relation = this.#relationOfType(type);
    return relation && this.#rowOf(relation);
  }

  #rowOf(relation: Relation): string {
    const group = relation.kind === 'table' || relation.kind === 'foreign table' ? 'Tables' : 'Views';
    return [this.#database, ...[relation.schema, group, relation.name, 'Row'].map((part) => `[${literal(part)}]`)].join(
      '',
    );
  }

  #nullable(column: Column): string {
    const type = this.#type(column);
    return column.isNullable ? `${type} | null` : type;
  }

  #type({ type, category, enum: labels }: Typed & { readonly enum?: readonly string[] | null }): string {
    if (category === 'array') return type.endsWith('[]') ? `${this.#element(type.slice(0, -2))}[]` : 'Json';
    if (category === 'enum') return this.#enum(type) ?? (labels ? labels.map(literal).join(' | ') : 'string');
    return scalarType(type, category);
  }

  #element(type: string): string {
    return this.#enum(type) ?? ELEMENTS.get(type.replace(/\(.*\)/, '')) ?? 'string';
  }

  #enum(type: string): string | undefined {
    if (!this.#enums.has(type)) return undefined;
    for (const schema of this.#schema.names) {
      const name = nameIn(type, schema);
      if (name !== undefined) return `${this.#database}[${literal(schema)}]['Enums'][${literal(name)}]`;
    }
    return undefined;
  }
}

const NOTHING = '{ [_ in never]: never }';
const NUMBERS = ['smallint', 'integer', 'bigint', 'real', 'double precision', 'numeric'];
const ELEMENTS: ReadonlyMap<string, string> = new Map([
  ...NUMBERS.map((name) => [name, 'number'] as const),
  ['boolean', 'boolean'],
  ['json', 'Json'],
  ['jsonb', 'Json'],
]);

function scalarType(type: string, category: TypeCategory): string {
  switch (category) {
    case 'number':
      return type === 'money' ? 'string' : 'number';
    case 'boolean':
      return 'boolean';
    case 'json':
    case 'composite':
      return 'Json';
    case 'array':
    case 'datetime':
    case 'enum':
    case 'other':
    case 'range':
    case 'text':
    case 'tsvector':
      return 'string';
  }
}

function relationshipList(relationships: readonly Relationship[]): Member[1] {
  const held = relationships.filter((each) => each.holdsKey && each.to.schema === each.from.schema);
  const written = held.map((each): readonly Member[] => [
    ['foreignKeyName', literal(each.name)],
    ['columns', `[${each.columns.map(([column]) => literal(column)).join(', ')}]`],
    ['isOneToOne', String(each.cardinality === 'one-to-one')],
    ['referencedRelation', literal(each.to.name)],
    ['referencedColumns', `[${each.columns.map(([, column]) => literal(column)).join(', ')}]`],
  ]);
  return { tuple: written.toSorted((one, other) => compare(JSON.stringify(one), JSON.stringify(other))) };
}

/** Enum types that columns of the exposed relations and functions have, domains over enums left out. */
function enumsOf(schema: Schema, includes: (name: string) => boolean): ReadonlyMap<string, readonly string[]> {
  const enums = new Map<string, readonly string[]>();
  for (const name of schema.names) {
    const relations = schema.relationsOf(name).filter((relation) => includes(relation.name));
    const columns = relations.flatMap((relation) => [...relation.columns.values()]);
    for (const column of columns) if (column.enum) enums.set(column.type, column.enum);
  }
  return enums;
}

/** Name of a type inside a schema; undefined when it lies elsewhere. */
function nameIn(type: string, schema: string): string | undefined {
  for (const prefix of [`${schema}.`, `"${schema.replaceAll('"', '""')}".`]) {
    if (!type.startsWith(prefix)) continue;
    const name = type.slice(prefix.length);
    return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
  }
  return undefined;
}

function emptyOr(members: readonly Member[]): Member[1] {
  return members.length === 0 ? NOTHING : members;
}

function compare(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

function byName<Item extends { readonly name: string }>(items: readonly Item[]): readonly Item[] {
  return items.toSorted((one, other) => compare(one.name, other.name));
}
