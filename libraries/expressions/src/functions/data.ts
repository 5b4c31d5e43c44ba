import { parse as parseCsv } from 'csv-parse/sync';
import { parse as parseToml, stringify as writeToml } from 'smol-toml';
import { parse as parseYaml, stringify as writeYaml } from 'yaml';
import { fail } from '../failure.ts';
import type { Run } from '../run.ts';
import { adapt } from '../values/adapt.ts';
import { toJson, toPlain } from '../values/output.ts';
import { isList, isMap, type Value } from '../values/value.ts';
import { define, type FunctionDefinition, type FunctionGroup } from './define.ts';

type Parse = (text: string) => unknown;

/** Longest text that is parsed: parsers are not interrupted. */
const LONGEST = { JSON: 500_000, YAML: 20_000, TOML: 50_000, CSV: 50_000 };
type Format = keyof typeof LONGEST;

function limit(format: Format, text: string): void {
  const most = LONGEST[format];
  if (text.length > most)
    fail(`The text is longer than ${most} characters, which is too long to be parsed as ${format} here.`, 'limit');
}

/** A function that parses a text, and refuses anything but a map or a list if that is what its name promises. */
function parser(
  name: string,
  format: Format,
  shape: 'list' | 'map' | 'any',
  parse: Parse,
  text: string,
  gives: unknown,
): FunctionDefinition {
  return define({
    names: {
      cel: [name, `.${name}`],
      template: [name.replace(/^[A-Z]{4}|^CSV/, (letters) => letters.toLowerCase()), `data.${name}`],
    },
    args: ['text: string'],
    result: shape,
    doc: `The ${shape === 'any' ? 'value' : shape} that a text in ${format} holds.`,
    examples: [{ cel: `${name}(${JSON.stringify(text)})`, gives }],
    call: (run, given) => {
      run.allocate(2 * given.length);
      limit(format, given);
      const value = adapt(attempt(format, () => parse(given)));
      if (shape !== 'any' && !(shape === 'list' ? isList(value) : isMap(value)))
        fail(`The text is valid ${format}, but not a ${shape}.`);
      return value;
    },
  });
}

function attempt<Result>(format: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split('\n')[0] ?? '') : '';
    return fail(`The text is not valid ${format}: ${reason.slice(0, 200)}`);
  }
}

function writer(name: string, format: string, write: (plain: unknown) => string, gives: string): FunctionDefinition {
  return define({
    names: { cel: [name, `.${name}`], template: [name, `data.T${name.slice(1)}`] },
    args: ['value: any'],
    result: 'string',
    doc: `A value as ${format}, with the keys of maps in order.`,
    examples: [{ cel: `${name}({"b": 1, "a": "x"})`, gives }],
    call: (run, value) => {
      const text = write(toPlain(run, value));
      run.allocate(text.length);
      return text;
    },
  });
}

const DEEPEST = 50;

/** The parser of YAML takes its time before it finds out that a text is nested too deeply. */
const yaml: Parse = (text) => {
  const lines = text.split('\n');
  const brackets = (text.match(/[[{]/g)?.length ?? 0) - (text.match(/[\]}]/g)?.length ?? 0);
  if (Math.abs(brackets) > DEEPEST || lines.some((line) => /^\s*(?:[-?:] +){50}/.test(line)))
    fail(`The text is nested deeper than ${DEEPEST} levels.`);
  // Looking for keys that are there twice takes time in proportion to the square of the keys.
  return parseYaml(text, { maxAliasCount: 50, prettyErrors: false, uniqueKeys: false });
};
/** The value of a text in YAML, which JSON is too. */
export function fromYaml(run: Run, text: string): unknown {
  run.allocate(2 * text.length);
  limit('YAML', text);
  return attempt('YAML', () => yaml(text));
}

export const toYamlText = (plain: unknown): string => writeYaml(plain);

const toml: Parse = (text) => parseToml(text, { maxDepth: 100 });

function csvRows(run: Run, given: Value): Value {
  const lines = isList(given) ? given : [given];
  const text = lines.map((line) => (typeof line === 'string' ? line : fail('CSV needs texts.'))).join('\n');
  limit('CSV', text);
  run.allocate(8 * text.length);
  return attempt('CSV', () => parseCsv(text, { relax_column_count: true }));
}

export const data: FunctionGroup = {
  title: 'JSON, YAML, TOML and CSV',
  functions: [
    define({
      names: { cel: ['.toJSON', 'toJSON'], template: ['toJSON', 'data.ToJSON'] },
      args: ['value: any'],
      result: 'string',
      doc: 'A value as JSON, with the keys of maps in order.',
      examples: [{ cel: '{"b": [1, 2.5], "a": null}.toJSON()', gives: '{"a":null,"b":[1,2.5]}' }],
      call: (run, value) => toJson(run, value),
    }),
    define({
      names: { cel: ['.toJSONPretty', 'toJSONPretty'], template: ['|toJSONPretty', '|data.ToJSONPretty'] },
      args: ['value: any', 'indent: string'],
      result: 'string',
      doc: 'A value as JSON with line breaks, each level indented by a text.',
      examples: [{ cel: '{"a": 1}.toJSONPretty("  ")', gives: '{\n  "a": 1\n}' }],
      call: (run, value, indent) =>
        indent.length > 20 ? fail('The indent is longer than 20 characters.') : toJson(run, value, indent),
    }),
    parser('JSON', 'JSON', 'any', JSON.parse, '{"a": 1}', { a: 1 }),
    parser('JSONArray', 'JSON', 'list', JSON.parse, '[1, 2]', [1, 2]),
    writer('toYAML', 'YAML', (plain) => writeYaml(plain), 'a: x\nb: 1\n'),
    parser('YAML', 'YAML', 'any', yaml, 'a: 1', { a: 1 }),
    parser('YAMLArray', 'YAML', 'list', yaml, '- a', ['a']),
    writer('toTOML', 'TOML', (plain) => attempt('TOML', () => `${writeToml(plain).trimEnd()}\n`), 'a = "x"\nb = 1\n'),
    parser('TOML', 'TOML', 'map', toml, 'a = 1', { a: 1 }),
    define({
      names: { cel: ['CSV'], template: ['csv', 'data.CSV'] },
      args: ['lines: any'],
      result: 'list',
      doc: 'The rows of a CSV text, or of a list of its lines, each a list of texts.',
      examples: [{ cel: 'CSV(["Alice,30", "Bob,31"])[0][0]', gives: 'Alice' }],
      call: csvRows,
    }),
  ],
};
