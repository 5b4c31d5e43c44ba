import {
  Alias,
  type Document,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  type Node,
  parseDocument,
  type YAMLMap,
} from 'yaml';
import type { FormValue } from '../form/form-schema.ts';

/** Why a text cannot be read. `line` and `column` count from 1. */
export interface YamlProblem {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export type YamlReading = { readonly value: FormValue } | { readonly problem: YamlProblem };

/** Larger texts would keep the browser busy at every key. */
const MOST_CHARACTERS = 1_000_000;
const MOST_LEVELS = 100;
/** Anchors that refer to anchors grow without end; honest documents use a few. */
const MOST_ALIASES = 100;

class Refusal extends Error {
  readonly at: number;
  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

/** Reads a text whose top level is a mapping; an empty text is an empty one. Never throws. */
export function parseYaml(text: string): YamlReading {
  try {
    return { value: readDocument(text).value };
  } catch (error) {
    const at = error instanceof Refusal ? error.at : 0;
    const before = text.slice(0, at);
    return {
      problem: {
        line: before.split('\n').length,
        column: at - before.lastIndexOf('\n'),
        message: error instanceof Refusal ? error.message : 'This is nested too deeply or too large to parse',
      },
    };
  }
}

export interface ReadDocument {
  readonly document: Document.Parsed;
  /** Absent where the text is empty. */
  readonly root: YAMLMap | undefined;
  readonly value: FormValue;
}

/** @throws where the text is not one readable mapping. */
export function readDocument(text: string): ReadDocument {
  if (text.length > MOST_CHARACTERS) throw new Refusal(0, 'This is larger than a million characters: split it');
  refuseDeepText(text);
  // The library compares each key with all before it, which takes a minute for ten thousand; keys are judged below.
  const document = parseDocument(text, {
    uniqueKeys: false,
    merge: true,
    keepSourceTokens: true,
    prettyErrors: false,
    logLevel: 'error',
  });
  const [error] = document.errors;
  if (error) throw new Refusal(error.pos[0], wordsOf(error.code, error.message));
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null && !contents.source))
    return { document, root: undefined, value: {} };
  if (!isMap(contents))
    throw new Refusal(startOf(contents), 'The document must be a mapping: write "name: value" lines');
  judge(contents, new Map(), [], 0);
  return { document, root: contents, value: valueOf(document, contents) };
}

function valueOf(document: Document.Parsed, root: YAMLMap): FormValue {
  try {
    return root.toJS(document, { maxAliasCount: MOST_ALIASES }) as FormValue;
  } catch (error) {
    if (!(error instanceof ReferenceError))
      throw new Refusal(0, error instanceof Error ? error.message : String(error));
    throw new Refusal(startOf(lastAlias(root) ?? root), 'Too many references to anchors');
  }
}

/** The library reads nested brackets by recursion and reports a full stack thousands of times. */
function refuseDeepText(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at);
    if (letter === 0x5b || letter === 0x7b) depth += 1;
    else if (letter === 0x5d || letter === 0x7d) depth -= depth > 0 ? 1 : 0;
    else if (letter === 0x0a && depth < MOST_LEVELS) depth = 0;
    if (depth > MOST_LEVELS) throw tooDeep(at);
  }
  // One space more on each line, or one dash more, is a level too.
  const runs = /^(?:[ ]*- ){101}|^[ ]{2000}|(?:- ){101}|(?:\? ){101}/m.exec(text);
  if (runs) throw tooDeep(runs.index);
}

const tooDeep = (at: number) => new Refusal(at, `This is nested deeper than ${MOST_LEVELS} levels`);

/** Refuses what would be read otherwise than it looks. `open` holds the anchors around the node. */
function judge(node: unknown, anchors: Map<string, boolean>, open: readonly string[], depth: number): void {
  if (isAlias(node)) {
    if (!anchors.has(node.source)) throw new Refusal(startOf(node), `There is no anchor "${node.source}" above`);
    if (open.includes(node.source)) throw new Refusal(startOf(node), `The anchor "${node.source}" contains itself`);
    return;
  }
  if (isScalar(node) && node.anchor) anchors.set(node.anchor, true);
  if (!isCollection(node)) return;
  if (depth >= MOST_LEVELS) throw tooDeep(startOf(node));
  if (node.anchor) anchors.set(node.anchor, true);
  const inside = node.anchor ? [...open, node.anchor] : open;
  if (!isMap(node)) {
    for (const item of node.items) judge(item, anchors, inside, depth + 1);
    return;
  }
  const seen = new Set<string>();
  for (const { key, value } of node.items) {
    if (!isScalar(key)) throw new Refusal(startOf(key) || startOf(node), 'A name must be plain text');
    if (key.anchor) anchors.set(key.anchor, true);
    const name = nameOf(key.value);
    if (seen.has(name) && !isMergeKey(key.value)) throw new Refusal(startOf(key), `The name "${name}" appears twice`);
    seen.add(name);
    judge(value, anchors, inside, depth + 1);
  }
}

/** The property that a scalar key becomes. */
export function nameOf(key: unknown): string {
  return key === null ? '' : typeof key === 'symbol' ? '<<' : `${key as string | number | boolean}`;
}

export function isMergeKey(key: unknown): boolean {
  return typeof key === 'symbol';
}

function lastAlias(node: unknown): Node | undefined {
  if (node instanceof Alias) return node;
  if (!isCollection(node)) return undefined;
  const parts: readonly unknown[] = isMap(node) ? node.items.map(({ value }) => value) : node.items;
  return parts.map(lastAlias).findLast((found) => found !== undefined);
}

export function startOf(node: unknown): number {
  const range = typeof node === 'object' && node !== null && 'range' in node ? node.range : undefined;
  return Array.isArray(range) ? Number(range[0]) : 0;
}

/** The library's words speak of its own API where a person needs to know what to do. */
function wordsOf(code: string, message: string): string {
  if (code === 'TAB_AS_INDENT') return 'Tabs are not allowed as indentation: use spaces';
  if (code === 'MULTIPLE_DOCS') return 'There is more than one document: only one can be edited here';
  return message.replace(/ at line \d+, column \d+.*$/s, '').split('\n')[0] ?? message;
}
