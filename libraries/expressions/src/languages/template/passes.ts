import { Failure } from '../../failure.ts';
import type { Run } from '../../run.ts';
import type { Node } from './ast.ts';
import { type Exec, Output } from './frame.ts';
import { compileList } from './nodes.ts';
import { parse } from './parser.ts';
import { type Context, Scope } from './scope.ts';
import { CURLY, type Delimiters, DOLLAR, readHeader, type Source } from './source.ts';

/** Steps that it takes to parse and compile an action again. */
const PARSING = 50;

export interface TextOptions extends Omit<Context, 'definitions'> {
  readonly nesting: number;
}

/**
 * Compiles a text with the delimiters that its first line chooses, or else in two passes: what stands between double braces, and then
 * what stands between `$(` and `)`. The second pass reads what the first one wrote. What came out of values there is never code.
 * @throws Failure if the text cannot be read
 */
export function compileText(text: string, options: TextOptions): (run: Run) => string {
  const header = readHeader(text);
  if (header !== undefined) return single(text, header.delimiters, header.start, options);
  if (!text.includes(CURLY.left)) return text.includes(DOLLAR.left) ? single(text, DOLLAR, 0, options) : () => text;
  const source: Source = { text, start: 0, delimiters: CURLY, values: [] };
  const { nodes, exec } = compileSource(source, options);
  if (!nodes.some((list) => mentions(list, DOLLAR.left))) return (run) => write(run, exec, false).text();
  return (run) => {
    const first = write(run, exec, true);
    return second(run, first, options);
  };
}

function single(text: string, delimiters: Delimiters, start: number, options: TextOptions): (run: Run) => string {
  const { exec } = compileSource({ text, start, delimiters, values: [] }, options);
  return (run) => write(run, exec, false).text();
}

function compileSource(source: Source, options: TextOptions): { nodes: (readonly Node[])[]; exec: Exec } {
  const { body, definitions } = parse(source, options.nesting);
  const context: Context = { ...options, definitions: new Map() };
  for (const [name, nodes] of definitions) context.definitions.set(name, compileList(nodes, new Scope(context, false)));
  return { nodes: [body, ...definitions.values()], exec: compileList(body, new Scope(context, true)) };
}

function write(run: Run, exec: Exec, keeps: boolean): Output {
  const out = new Output(run, keeps);
  exec({ run, out, slots: [run.env], depth: 0 }, run.env);
  return out;
}

/** Runs the second pass. Its errors name places of what was written; they are moved to where that text stands in the template. */
function second(run: Run, first: Output, options: TextOptions): string {
  const text = first.text();
  run.spend((text.length >> 4) + PARSING * text.split(DOLLAR.left).length);
  const back = (offset: number) => {
    const literal = first.literals?.findLast(({ from }) => from <= offset);
    return literal === undefined ? 0 : literal.at + offset - literal.from;
  };
  try {
    const problems: Failure[] = [];
    const source: Source = { text, start: 0, delimiters: DOLLAR, values: first.values };
    const { exec } = compileSource(source, { ...options, problems });
    const [problem] = problems;
    if (problem !== undefined) throw problem;
    return write(run, exec, false).text();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { code, message, hint, offset = run.at } = error;
    throw new Failure(code, message, { offset: back(offset), ...(hint === undefined ? {} : { hint }) });
  }
}

function mentions(nodes: readonly Node[], text: string): boolean {
  return nodes.some((node) => {
    if (node.kind === 'text') return node.text.includes(text);
    if (node.kind === 'if' || node.kind === 'with' || node.kind === 'range')
      return mentions(node.body, text) || mentions(node.otherwise ?? [], text);
    return false;
  });
}
