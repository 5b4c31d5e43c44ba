import type { TypeRow } from './catalog-rows.ts';
import type { TypeCategory } from './model.ts';

/** Follows domains to the type that they stand for. */
export function baseType(types: ReadonlyMap<number, TypeRow>, oid: number): TypeRow | undefined {
  let type = types.get(oid);
  while (type?.kind === 'd') type = types.get(type.base);
  return type;
}

const TEXT_SEARCH_VECTOR = 'tsvector';

export function categoryOf(types: ReadonlyMap<number, TypeRow>, oid: number): TypeCategory {
  const type = baseType(types, oid);
  if (type === undefined) return 'other';
  switch (type.kind) {
    case 'e':
      return 'enum';
    case 'c':
      return 'composite';
    case 'r':
    case 'm':
      return 'range';
    case 'p':
      return type.name === 'record' ? 'composite' : 'other';
    case 'b':
    case 'd':
      return categoryOfBase(type);
  }
}

function categoryOfBase(type: TypeRow): TypeCategory {
  const isBuiltIn = type.schema === 'pg_catalog';
  if (isBuiltIn && (type.name === 'json' || type.name === 'jsonb')) return 'json';
  if (isBuiltIn && type.name === TEXT_SEARCH_VECTOR) return 'tsvector';
  switch (type.category) {
    case 'A':
      return 'array';
    case 'B':
      return 'boolean';
    case 'D':
      return 'datetime';
    case 'S':
      return 'text';
    case 'N':
      // Oids and their aliases are in this category, but are written as names.
      return isBuiltIn && (type.name === 'oid' || type.name.startsWith('reg')) ? 'other' : 'number';
    default:
      return 'other';
  }
}

/** Characters that fit into a `varchar(n)` or `char(n)`, also one behind a domain. */
export function maxLengthOf(types: ReadonlyMap<number, TypeRow>, oid: number, modifier: number): number | null {
  let type = types.get(oid);
  let length = modifier;
  while (type?.kind === 'd') {
    length = type.modifier;
    type = types.get(type.base);
  }
  const isLimited = type?.schema === 'pg_catalog' && (type.name === 'varchar' || type.name === 'bpchar');
  return isLimited && length > 4 ? length - 4 : null;
}

/** Whether a null is refused by the type itself. */
export function refusesNull(types: ReadonlyMap<number, TypeRow>, oid: number): boolean {
  let type = types.get(oid);
  for (; type?.kind === 'd'; type = types.get(type.base)) if (type.isNotNull) return true;
  return false;
}

/** Default of the nearest domain that has one. */
export function domainDefault(types: ReadonlyMap<number, TypeRow>, oid: number): string | null {
  let type = types.get(oid);
  for (; type?.kind === 'd'; type = types.get(type.base)) if (type.default !== null) return type.default;
  return null;
}

/** Built-in types that read nothing when a text is cast to them; further spellings beside those of the catalog. */
const CASTABLE: Readonly<Record<string, readonly string[]>> = {
  text: [],
  varchar: [],
  int2: [],
  int4: ['int'],
  int8: [],
  numeric: ['decimal'],
  float4: [],
  float8: ['float'],
  bool: [],
  date: [],
  time: ['time'],
  timetz: [],
  timestamp: ['timestamp'],
  timestamptz: [],
  interval: [],
  uuid: [],
  json: [],
  jsonb: [],
  bytea: [],
  inet: [],
  cidr: [],
};

/** Types to which a client may cast, by every name of theirs. */
export function castTargets(
  types: ReadonlyMap<number, TypeRow>,
  schemas: readonly string[],
): (name: string) => string | undefined {
  const builtIn = new Map<string, string>();
  const own = new Map<string, string>();
  const add = (names: Map<string, string>, type: TypeRow, spellings: readonly string[]) => {
    const array = types.get(type.array);
    for (const spelling of spellings) {
      if (!names.has(spelling)) names.set(spelling, type.sql);
      if (array && !names.has(`${spelling}[]`)) names.set(`${spelling}[]`, array.sql);
      if (array && !names.has(array.name)) names.set(array.name, array.sql);
    }
  };
  const isHarmless = (type: TypeRow): boolean => {
    const base = baseType(types, type.oid);
    if (base === undefined) return false;
    const item = base.category === 'A' ? baseType(types, base.element) : base;
    return item !== undefined && (item.kind === 'e' || (item.schema === 'pg_catalog' && item.name in CASTABLE));
  };
  for (const type of types.values()) {
    const spellings = type.schema === 'pg_catalog' ? CASTABLE[type.name] : undefined;
    if (spellings) add(builtIn, type, [type.name, type.sql, ...spellings]);
  }
  for (const schema of schemas) {
    for (const type of types.values()) {
      if (type.schema !== schema || (type.kind !== 'e' && type.kind !== 'd') || !isHarmless(type)) continue;
      add(own, type, [type.name, `${schema}.${type.name}`, type.sql]);
    }
  }
  return (name) => {
    const spelling = name.trim().replaceAll(/\s+/g, ' ');
    const lower = spelling.toLowerCase();
    return builtIn.get(lower) ?? own.get(spelling) ?? own.get(lower);
  };
}
