import type pg from 'pg';
import { type Catalog, readCatalog, readTimezones } from './catalog.ts';
import { futureRelationships } from './declared.ts';
import { buildFunctions } from './functions.ts';
import { Lineages } from './lineage.ts';
import type { DatabaseFunction, DeclaredRelationship, FutureRelationship, Relation, Schema } from './model.ts';
import { buildRelations } from './relations.ts';
import { Relationships } from './relationships.ts';
import { castTargets } from './types.ts';

export interface LoadOptions {
  /** Schemas to expose, the default first. */
  readonly schemas: readonly string[];
  readonly declared?: readonly DeclaredRelationship[];
  readonly future?: readonly FutureRelationship[];
  readonly version: number;
}

/** A schema, and what it takes to notice that it is no longer true. */
export interface LoadedSchema {
  readonly schema: Schema;
  readonly fingerprint: string;
  /** Oids of the exposed relations and of those behind their views. */
  readonly relations: readonly number[];
}

/**
 * Reads the exposed schemas from the catalogs, in one snapshot. The user of the pool needs no rights on them.
 * @throws Error when a declared relationship names what does not exist.
 */
export async function loadSchema(pool: pg.Pool, options: LoadOptions): Promise<Schema> {
  return (await loadWithFingerprint(pool, options, await readTimezones(pool))).schema;
}

/** Like {@link loadSchema}, with time zones that were read before. */
export async function loadWithFingerprint(
  pool: pg.Pool,
  options: LoadOptions,
  timezones: ReadonlySet<string>,
): Promise<LoadedSchema> {
  const catalog = await readCatalog(pool, options.schemas);
  return {
    schema: buildSchema(catalog, options, timezones),
    fingerprint: catalog.fingerprint,
    relations: catalog.relations.map((relation) => relation.oid),
  };
}

function buildSchema(catalog: Catalog, options: LoadOptions, timezones: ReadonlySet<string>): Schema {
  const lineages = new Lineages(catalog);
  const relations = buildRelations(lineages);
  const functions = buildFunctions(catalog, relations);
  const { schemas, declared = [], future = [], version } = options;
  const relationships = new Relationships(lineages, relations, functions.relationships, declared, schemas);
  const futures = futureRelationships(future, [...relations.values()], schemas);
  const relationsBySchema = bySchema<Relation>([...relations.values()]);
  const functionsBySchema = bySchema<DatabaseFunction>(functions.all);
  const { comments, textSearch } = catalog.settings;
  const configurations = new Map(textSearch.map((configuration) => [configuration.name, configuration.sql]));
  return {
    version,
    names: schemas,
    comments: new Map(Object.entries(comments).flatMap(([name, text]) => (text === null ? [] : [[name, text]]))),
    relation: (schema, name) => relationsBySchema.get(schema)?.byName.get(name)?.[0],
    functions: (schema, name) => functionsBySchema.get(schema)?.byName.get(name) ?? [],
    relationsOf: (schema) => relationsBySchema.get(schema)?.all ?? [],
    functionsOf: (schema) => functionsBySchema.get(schema)?.all ?? [],
    relationshipsFrom: (relation) => relationships.from(relation),
    futureRelationshipsFrom: (relation) => futures.get(relation) ?? [],
    castTarget: castTargets(catalog.types, schemas),
    hasTimezone: (name) => timezones.has(name.toLowerCase()) || OFFSET.test(name),
    textSearchConfig: (name) => configurations.get(name),
  };
}

/** Hours, and minutes behind a colon: the hours east of UTC, or with minutes west of it, as POSIX counts them. */
const OFFSET = /^[+-]?(?:0?\d|1[0-5])(?::[0-5]\d)?$/;

interface Named {
  readonly schema: string;
  readonly name: string;
}

function bySchema<Item extends Named>(items: readonly Item[]) {
  const groups = [...Map.groupBy(items, (item) => item.schema)];
  return new Map(groups.map(([schema, all]) => [schema, { all, byName: Map.groupBy(all, (item) => item.name) }]));
}
