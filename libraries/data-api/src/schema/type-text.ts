/** A member of an object type: its key, with `?` where it is optional, and its type. */
export type Member = readonly [key: string, type: TypeText];

/** Text of a type, members of an object type, a tuple of such, alternatives, or an object type with a suffix (`[]`). */
export type TypeText =
  | string
  | readonly Member[]
  | { readonly tuple: readonly (readonly Member[])[] }
  | { readonly alternatives: readonly (readonly Member[])[] }
  | { readonly members: readonly Member[]; readonly suffix: string };

/** Writes an object type, one member a line. */
export function block(members: readonly Member[], indent: string): string {
  if (members.length === 0) return '{}';
  const inner = `${indent}  `;
  const lines = members.map(([name, type]) => `${inner}${name}: ${write(type, inner)};`);
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function write(type: TypeText, indent: string): string {
  if (typeof type === 'string') return type;
  if ('members' in type) return `${block(type.members, indent)}${type.suffix}`;
  const inner = `${indent}  `;
  if ('tuple' in type) {
    if (type.tuple.length === 0) return '[]';
    return `[\n${type.tuple.map((members) => `${inner}${block(members, inner)},`).join('\n')}\n${indent}]`;
  }
  if ('alternatives' in type)
    return type.alternatives.map((members) => `\n${inner}| ${block(members, inner)}`).join('');
  return block(type, indent);
}

export function literal(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

export function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);
}

export function union(types: readonly string[]): string {
  return types.length === 0 ? 'never' : types.join(' | ');
}
