import type { SentArguments } from '../plan/call-arguments.ts';
import type { DatabaseFunction, FunctionArgument } from '../schema/model.ts';
import { definitions } from './write-body.ts';
import { quoteIdentifier, type SqlWriter } from './writer.ts';

/**
 * A CTE with the rows that a function gives. A single value is a column of the function's name.
 * @param name Of the CTE.
 */
export function renderCall(writer: SqlWriter, name: string, fn: DatabaseFunction, sent: SentArguments): string {
  const { from, values } = renderArguments(writer, fn, sent);
  const call = `${fn.sql}(${values.join(', ')})`;
  const { result } = fn;
  // In FROM a row is spread into columns, and one without a definition cannot stand there at all.
  if (result.kind === 'record' || (result.kind === 'scalar' && result.category === 'composite')) {
    return `${name}(${quoteIdentifier(fn.name)}) as (select ${call}${from === undefined ? '' : ` from ${from}`})`;
  }
  const rows = writer.alias();
  const source = `${from === undefined ? '' : `${from}, `}${call} as ${rows}`;
  if (result.kind === 'relation') return `${name} as (select ${rows}.* from ${source})`;
  const columns = result.kind === 'composite' ? [...result.columns.values()].map(({ sql }) => sql) : undefined;
  const list = columns?.join(', ') ?? quoteIdentifier(fn.name);
  return `${name}(${list}) as (select ${rows}.* from ${source})`;
}

interface Rendered {
  /** Of the JSON object that is read; functions in `from` may use what stands before them. */
  readonly from?: string;
  readonly values: readonly string[];
}

function renderArguments(writer: SqlWriter, fn: DatabaseFunction, sent: SentArguments): Rendered {
  const all = fn.arguments;
  switch (sent.kind) {
    case 'whole':
      return { values: all.map(({ castType }) => `${writer.bind(sent.text)}::${castType}`) };
    case 'texts':
      return {
        values: all.flatMap((argument) => {
          const texts = sent.values.get(argument.name);
          return texts === undefined ? [] : [named(argument, renderTexts(writer, argument, texts))];
        }),
      };
    case 'object': {
      const given = all.filter(({ name }) => sent.names.includes(name));
      if (given.length === 0) return { values: [] };
      const object = writer.alias();
      const columns = given.map(({ name, castType }) => ({ sql: quoteIdentifier(name), type: castType }));
      return {
        from: `json_to_record(${writer.bind(sent.json)}::json -> 0) as ${object}(${definitions(columns)})`,
        values: given.map((argument) => named(argument, `${object}.${quoteIdentifier(argument.name)}`)),
      };
    }
  }
}

function named({ name, isVariadic }: FunctionArgument, value: string): string {
  return `${isVariadic ? 'variadic ' : ''}${quoteIdentifier(name)} => ${value}`;
}

/** Of an argument that is given several times the last counts, unless it is a list of them. */
function renderTexts(writer: SqlWriter, { castType, isVariadic }: FunctionArgument, texts: readonly string[]): string {
  if (!isVariadic) return `${writer.bind(texts.at(-1) ?? null)}::${castType}`;
  return `array[${texts.map((text) => `${writer.bind(text)}::text`).join(', ')}]::${castType}`;
}
