import type { DataApiOptions } from '../options.ts';
import type { Access, Column, DatabaseFunction, FunctionArgument, Relation, Schema } from '../schema/model.ts';

interface OpenApiInput {
  readonly schema: Schema;
  readonly access: Access;
  /** Of the exposed schemas, the one to describe. */
  readonly name: string;
  readonly info: Exclude<DataApiOptions['openApi'], false | undefined>;
}

type Json = Readonly<Record<string, unknown>>;

const MEDIA_TYPES = [
  'application/json',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'text/csv',
];
const header = (name: string, values?: readonly string[]): Json => ({
  name,
  in: 'header',
  type: 'string',
  required: false,
  ...(values ? { enum: values } : {}),
});
const inQuery = (name: string, description: string): Json => ({
  name,
  in: 'query',
  type: 'string',
  required: false,
  description,
});
const PARAMETERS: Readonly<Record<string, Json>> = {
  select: inQuery('select', 'Columns and embedded relations'),
  order: inQuery('order', 'Order of the rows'),
  limit: inQuery('limit', 'Most rows'),
  offset: inQuery('offset', 'Rows to skip'),
  on_conflict: inQuery('on_conflict', 'Columns of the unique key of an upsert'),
  columns: inQuery('columns', 'Columns to write'),
  range: header('Range'),
  rangeUnit: { ...header('Range-Unit'), default: 'items' },
  preferCount: header('Prefer', ['count=exact', 'count=planned', 'count=estimated']),
  preferReturn: header('Prefer', ['return=representation', 'return=minimal', 'return=headers-only']),
  preferPost: header('Prefer', [
    'return=representation',
    'return=minimal',
    'return=headers-only',
    'resolution=merge-duplicates',
    'resolution=ignore-duplicates',
  ]),
};
const refs = (...names: string[]) => names.map((name) => ({ $ref: `#/parameters/${name}` }));

/** What a role may use of a schema, as Swagger 2.0. */
export function openApiDocument(input: OpenApiInput): Json {
  const { schema, access, name, info } = input;
  const relations = schema
    .relationsOf(name)
    .filter((relation) => METHODS.some((method) => isAllowed(method, relation, access)));
  const functions = schema.functionsOf(name).filter((fn) => access.mayExecute(fn) && !isComputed(fn));
  const filters = relations.flatMap((relation) =>
    readableColumns(relation, access).map((column): [string, Json] => [
      `rowFilter.${relation.name}.${column.name}`,
      { ...inQuery(column.name, column.comment ?? ''), format: column.type },
    ]),
  );
  const bodies = relations.map((relation): [string, Json] => [
    `body.${relation.name}`,
    { name: relation.name, in: 'body', required: false, schema: { $ref: `#/definitions/${relation.name}` } },
  ]);
  return {
    swagger: '2.0',
    info: { title: info.title, version: info.version, description: schema.comments.get(name) ?? '' },
    basePath: info.basePath,
    consumes: MEDIA_TYPES,
    produces: MEDIA_TYPES,
    paths: {
      '/': { get: { tags: ['Introspection'], summary: 'This document', responses: { 200: { description: 'OK' } } } },
      ...Object.fromEntries(relations.map((relation) => [`/${relation.name}`, relationPath(relation, access)])),
      ...Object.fromEntries(functions.map((fn) => [`/rpc/${fn.name}`, functionPath(fn)])),
    },
    definitions: Object.fromEntries(relations.map((relation) => [relation.name, definition(relation, input)])),
    parameters: { ...PARAMETERS, ...Object.fromEntries([...bodies, ...filters]) },
  };
}

/** Of a row: it is a column or an embed of its relation, whose name the caller may not know. */
function isComputed({ arguments: [first, ...others] }: DatabaseFunction): boolean {
  return first?.category === 'composite' && others.length === 0;
}

const METHODS = ['get', 'post', 'patch', 'delete'] as const;

function isAllowed(method: (typeof METHODS)[number], relation: Relation, access: Access): boolean {
  switch (method) {
    case 'get':
      return access.may('select', relation);
    case 'post':
      return relation.isInsertable && access.may('insert', relation);
    case 'patch':
      return relation.isUpdatable && access.may('update', relation);
    case 'delete':
      return relation.isDeletable && access.may('delete', relation);
  }
}

/** A column that the role may not read does not exist for it. */
function readableColumns(relation: Relation, access: Access): Column[] {
  return [...relation.columns.values()].filter((column) => access.mayColumn('select', relation, column.name));
}

function relationPath(relation: Relation, access: Access): Json {
  const filters = readableColumns(relation, access).map((column) => `rowFilter.${relation.name}.${column.name}`);
  const [summary, ...rest] = (relation.comment ?? '').split('\n');
  const common = { tags: [relation.name], summary: summary ?? '', description: rest.join('\n').trim() };
  const operations: Readonly<Record<(typeof METHODS)[number], Json>> = {
    get: {
      parameters: refs(...filters, 'select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'),
      responses: {
        200: {
          description: 'OK',
          schema: { type: 'array', items: { $ref: `#/definitions/${relation.name}` } },
        },
        206: { description: 'Partial Content' },
      },
    },
    post: {
      parameters: refs(`body.${relation.name}`, 'select', 'columns', 'on_conflict', 'preferPost'),
      responses: { 201: { description: 'Created' } },
    },
    patch: {
      parameters: refs(...filters, `body.${relation.name}`, 'preferReturn'),
      responses: { 204: { description: 'No Content' } },
    },
    delete: {
      parameters: refs(...filters, 'preferReturn'),
      responses: { 204: { description: 'No Content' } },
    },
  };
  const allowed = METHODS.filter((method) => isAllowed(method, relation, access));
  return Object.fromEntries(allowed.map((method) => [method, { ...common, ...operations[method] }]));
}

function definition(relation: Relation, { schema, access }: OpenApiInput): Json {
  const columns = readableColumns(relation, access);
  const foreignKeys = new Map(
    schema.relationshipsFrom(relation).flatMap(({ holdsKey, columns: pairs, to }) => {
      const [pair, ...others] = pairs;
      return pair && others.length === 0 && holdsKey && access.mayColumn('select', to, pair[1])
        ? [[pair[0], `This is a Foreign Key to \`${to.name}.${pair[1]}\`.<fk table='${to.name}' column='${pair[1]}'/>`]]
        : [];
    }),
  );
  const properties = columns.map((column): [string, Json] => {
    const notes = [
      ...(relation.primaryKey.includes(column.name) ? ['This is a Primary Key.<pk/>'] : []),
      ...[foreignKeys.get(column.name) ?? []].flat(),
    ];
    const description = [column.comment ?? [], notes.length > 0 ? `Note:\n${notes.join('\n')}` : []]
      .flat()
      .join('\n\n');
    return [
      column.name,
      {
        ...typeOf(column.type, column.category),
        ...(description === '' ? {} : { description }),
        ...(column.default === null ? {} : { default: column.default }),
        ...(column.maxLength === null ? {} : { maxLength: column.maxLength }),
        ...(column.enum === null ? {} : { enum: column.enum }),
      },
    ];
  });
  const required = columns.filter((column) => !column.isNullable).map((column) => column.name);
  return {
    type: 'object',
    ...(relation.comment === null ? {} : { description: relation.comment }),
    ...(required.length > 0 ? { required } : {}),
    properties: Object.fromEntries(properties),
  };
}

/** JSON type of a column, and its SQL type as format. */
function typeOf(type: string, category: Column['category']): Json {
  if (category === 'json') return { format: type };
  if (category === 'boolean') return { type: 'boolean', format: type };
  if (category === 'number') return { type: /int|serial/.test(type) ? 'integer' : 'number', format: type };
  if (category === 'composite') return { type: 'object', format: type };
  if (category === 'array') return { type: 'array', format: type, items: elementOf(type) };
  return { type: 'string', format: type };
}

function elementOf(type: string): Json {
  const element = type.replace(/\[\]$/, '');
  if (/^(smallint|integer|bigint)$/.test(element)) return { type: 'integer' };
  if (/^(numeric|real|double precision)/.test(element)) return { type: 'number' };
  return /^jsonb?$/.test(element) ? {} : { type: element === 'boolean' ? 'boolean' : 'string' };
}

function functionPath(fn: DatabaseFunction): Json {
  const [summary, ...rest] = (fn.comment ?? '').split('\n');
  const common = {
    tags: [`(rpc) ${fn.name}`],
    summary: summary ?? '',
    description: rest.join('\n').trim(),
    responses: { 200: { description: 'OK' } },
  };
  const named = fn.arguments.filter(({ name }) => name !== '');
  const asParameter = (argument: FunctionArgument): Json => {
    const { items, ...type } = typeOf(argument.type, argument.category);
    const isList = argument.isVariadic && items !== undefined;
    return {
      name: argument.name,
      in: 'query',
      required: argument.isRequired,
      ...(isList ? { ...type, items, collectionFormat: 'multi' } : { type: 'string', format: argument.type }),
    };
  };
  const schema = {
    type: 'object',
    ...(named.some(({ isRequired }) => isRequired)
      ? { required: named.flatMap(({ name, isRequired }) => (isRequired ? [name] : [])) }
      : {}),
    properties: Object.fromEntries(named.map(({ name, type, category }) => [name, typeOf(type, category)])),
  };
  return {
    ...(fn.volatility === 'volatile' ? {} : { get: { ...common, parameters: named.map(asParameter) } }),
    post: { ...common, parameters: [{ name: 'args', in: 'body', required: named.length > 0, schema }] },
  };
}
