import { refuse } from '../errors.ts';
import type { Body, BodyRows } from '../request/body.ts';
import type { QueryPairs } from '../request/tree.ts';
import type { FunctionArgument } from '../schema/model.ts';

/** What a call gives to a function. */
export type SentArguments =
  /** Texts by name, as a query string or a form has them. */
  | { readonly kind: 'texts'; readonly values: ReadonlyMap<string, readonly string[]> }
  /** Members of one JSON object. */
  | {
      readonly kind: 'object';
      readonly names: readonly string[];
      /** JSON text of an array whose first item is the object. */
      readonly json: string;
      /** JSON text of all that was sent. */
      readonly whole: string;
    }
  /** The whole body for a single argument without a name. */
  | { readonly kind: 'whole'; readonly type: WholeType; readonly text: string };

/** What a whole body is. */
export type WholeType = 'json' | 'text' | 'xml' | 'binary';

const WHOLE_TYPES: Readonly<Record<string, WholeType>> = {
  json: 'json',
  jsonb: 'json',
  text: 'text',
  xml: 'xml',
  bytea: 'binary',
};

export function textArguments(pairs: QueryPairs): SentArguments {
  const values = new Map<string, string[]>();
  for (const [name, value] of pairs) {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  }
  return { kind: 'texts', values };
}

/**
 * @param columns Names of the members that count; the others are passed over.
 * @throws DataApiError PGRST102 for several rows.
 */
export function bodyArguments(body: Body | undefined, columns: readonly string[] | undefined): SentArguments {
  switch (body?.kind) {
    case undefined:
      return { kind: 'object', names: [], json: '[{}]', whole: '{}' };
    case 'rows':
      if (body.count !== 1) throw manyRows(body);
      return { kind: 'object', names: columns ?? body.keys, json: body.json, whole: wholeOf(body) };
    case 'arguments':
      return textArguments(columns ? body.arguments.filter(([name]) => columns.includes(name)) : body.arguments);
    case 'raw':
      if (body.type !== 'binary') return { kind: 'whole', type: body.type, text: body.text };
      return { kind: 'whole', type: 'binary', text: `\\x${Buffer.from(body.bytes).toString('hex')}` };
  }
}

function manyRows({ count }: BodyRows) {
  return refuse.badBody('A function takes one object of arguments', { details: `The body has ${count} rows` });
}

function wholeOf({ isArray, json }: BodyRows): string {
  return isArray ? json : json.slice(1, -1);
}

/** The names sent; none for a whole body. */
export function namesOf(sent: SentArguments): readonly string[] {
  if (sent.kind === 'texts') return [...sent.values.keys()];
  return sent.kind === 'object' ? sent.names : [];
}

/** What was sent as one value, where it can be one. */
export function asWhole(sent: SentArguments): Extract<SentArguments, { kind: 'whole' }> | undefined {
  if (sent.kind === 'whole') return sent;
  if (sent.kind === 'texts') return undefined;
  return { kind: 'whole', type: 'json', text: sent.whole };
}

/** Whether all that a function must have is there, and nothing that it does not know. */
export function takesNames(all: readonly FunctionArgument[], sent: readonly string[]): boolean {
  const names = new Set(all.map(({ name }) => name));
  return (
    !names.has('') &&
    sent.every((name) => names.has(name)) &&
    all.every(({ name, isRequired }) => !isRequired || sent.includes(name))
  );
}

/** Whether a function has one argument without a name, for a whole body. */
export function takesWhole(all: readonly FunctionArgument[], type: WholeType): boolean {
  const [only, ...others] = all;
  return only?.name === '' && others.length === 0 && WHOLE_TYPES[only.type] === type;
}
