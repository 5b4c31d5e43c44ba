import { Failure } from '../../failure.ts';
import type { BinaryOperator, Entry, Item, Node } from './ast.ts';
import { numberOf, type Token, tokens } from './lexer.ts';

const RESERVED = new Set(
  'as break const continue else for function if import let loop package namespace return var void while in'.split(' '),
);

/** Binary operators by how strongly they bind. */
const LEVELS: readonly ReadonlySet<string>[] = [
  new Set(['==', '!=', '<', '<=', '>', '>=', 'in']),
  new Set(['+', '-']),
  new Set(['*', '/', '%']),
];

export interface ParseOptions {
  /** Deepest nesting, of brackets as of chains. */
  readonly nesting: number;
  /** A line break inside of simple quotes is a space, instead of an error. */
  readonly foldLines: boolean;
}

/** @throws Failure with the offset of the first thing that does not fit. */
export function parse(text: string, options: ParseOptions): Node {
  const parser = new Parser(tokens(text, options.foldLines), options.nesting);
  const node = parser.expression();
  parser.end();
  return node;
}

type Draft = Node extends infer Kind ? (Kind extends Node ? Omit<Kind, 'depth'> : never) : never;

class Parser {
  readonly #tokens: Iterator<Token, undefined>;
  readonly #nesting: number;
  #token: Token;
  #level = 0;

  constructor(stream: Iterator<Token, undefined>, nesting: number) {
    this.#tokens = stream;
    this.#nesting = nesting;
    this.#token = this.#read();
  }

  end(): void {
    if (this.#token.kind !== 'end') throw this.#unexpected('an operator or the end');
  }

  expression(): Node {
    if (++this.#level > this.#nesting) throw this.#tooDeep(this.#token.at);
    const test = this.#or();
    let node = test;
    if (this.#accept('?')) {
      const yes = this.#or();
      this.#expect(':');
      node = this.#node({ kind: 'choice', at: test.at, test, yes, no: this.expression() }, test, yes);
    }
    this.#level--;
    return node;
  }

  #or(): Node {
    return this.#logic('||', () => this.#logic('&&', () => this.#binary(0)));
  }

  #logic(operator: '&&' | '||', next: () => Node): Node {
    const first = next();
    if (!this.#is(operator)) return first;
    const parts = [first];
    const { at } = this.#token;
    while (this.#accept(operator)) parts.push(next());
    return this.#node({ kind: 'logic', at, operator, parts }, ...parts);
  }

  #binary(level: number): Node {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    while (this.#token.kind !== 'literal' && this.#token.kind !== 'quoted' && operators.has(this.#token.text)) {
      const { at } = this.#token;
      const operator = this.#next().text as BinaryOperator;
      const right = this.#binary(level + 1);
      left = this.#node({ kind: 'binary', at, operator, left, right }, left, right);
    }
    return left;
  }

  #unary(): Node {
    const { at } = this.#token;
    const operator = this.#is('-') ? '-' : this.#is('!') ? '!' : undefined;
    if (operator === undefined) return this.#member();
    this.#next();
    if (operator === '-' && this.#token.kind === 'literal' && /^\d|^\./.test(this.#token.text)) {
      const value = numberOf(`-${this.#next().text}`, at);
      return this.#members(this.#node({ kind: 'literal', at, value }));
    }
    if (++this.#level > this.#nesting) throw this.#tooDeep(at);
    const of = this.#unary();
    this.#level--;
    return this.#node({ kind: 'unary', at, operator, of }, of);
  }

  #member(): Node {
    return this.#members(this.#primary());
  }

  #members(start: Node): Node {
    let node = start;
    for (;;) {
      const { at } = this.#token;
      if (this.#accept('.')) {
        const optional = this.#accept('?');
        const { kind, text, at: fieldAt } = this.#token;
        if (kind !== 'name' && kind !== 'quoted') throw this.#unexpected('a name');
        this.#next();
        if (kind === 'name' && !optional && this.#is('(')) {
          const args = this.#arguments();
          node = this.#node({ kind: 'call', at: fieldAt, of: node, name: text, args }, node, ...args);
        } else node = this.#node({ kind: 'select', at: fieldAt, of: node, field: text, optional }, node);
      } else if (this.#accept('[')) {
        const optional = this.#accept('?');
        const key = this.expression();
        this.#expect(']');
        node = this.#node({ kind: 'index', at, of: node, key, optional }, node, key);
      } else return node;
    }
  }

  #primary(): Node {
    const { at, kind } = this.#token;
    if (kind === 'literal') {
      const { value } = this.#next();
      if (value === 2n ** 63n) throw new Failure('syntax', 'The integer is outside of 64 bits.', { offset: at });
      return this.#node({ kind: 'literal', at, value });
    }
    if (this.#accept('(')) {
      const node = this.expression();
      this.#expect(')');
      return node;
    }
    if (this.#accept('[')) return this.#list(at);
    if (this.#accept('{')) return this.#map(at);
    const root = this.#accept('.');
    if (this.#token.kind === 'name') return this.#name(root);
    throw this.#unexpected('a value');
  }

  #name(root: boolean): Node {
    const { at, text: name } = this.#token;
    if (RESERVED.has(name)) throw new Failure('syntax', `"${name}" is a reserved word.`, { offset: at });
    this.#next();
    if (this.#is('(')) {
      const args = this.#arguments();
      return this.#node({ kind: 'call', at, of: undefined, name, args }, ...args);
    }
    if (!root && (name === 'true' || name === 'false'))
      return this.#node({ kind: 'literal', at, value: name === 'true' });
    if (!root && name === 'null') return this.#node({ kind: 'literal', at, value: null });
    return this.#node({ kind: 'name', at, name, root });
  }

  #arguments(): Node[] {
    this.#expect('(');
    return this.#until(')', () => this.expression());
  }

  #list(at: number): Node {
    const items = this.#until(']', (): Item => ({ optional: this.#accept('?'), value: this.expression() }));
    return this.#node({ kind: 'list', at, items }, ...items.map(({ value }) => value));
  }

  #map(at: number): Node {
    const entries = this.#until('}', (): Entry => {
      const optional = this.#accept('?');
      const key = this.expression();
      this.#expect(':');
      return { optional, key, value: this.expression() };
    });
    return this.#node({ kind: 'map', at, entries }, ...entries.flatMap(({ key, value }) => [key, value]));
  }

  /** Parts between commas up to a closing bracket; a comma may stand before it. */
  #until<Part>(close: string, part: () => Part): Part[] {
    const parts: Part[] = [];
    while (!this.#accept(close)) {
      parts.push(part());
      if (!this.#is(close)) this.#expect(',');
    }
    return parts;
  }

  #node(draft: Draft, ...below: readonly Node[]): Node {
    let depth = 1;
    for (const node of below) if (node.depth >= depth) depth = node.depth + 1;
    if (depth > this.#nesting) throw this.#tooDeep(draft.at);
    return { ...draft, depth };
  }

  #is(symbol: string): boolean {
    return this.#token.kind === 'symbol' && this.#token.text === symbol;
  }

  #accept(symbol: string): boolean {
    if (!this.#is(symbol)) return false;
    this.#next();
    return true;
  }

  #expect(symbol: string): void {
    if (!this.#accept(symbol)) throw this.#unexpected(`"${symbol}"`);
  }

  #next(): Token {
    const token = this.#token;
    this.#token = this.#read();
    return token;
  }

  #read(): Token {
    const { value } = this.#tokens.next();
    if (value === undefined) throw new Error('A token was read behind the end.');
    return value;
  }

  #unexpected(wanted: string): Failure {
    const { kind, text, at } = this.#token;
    const found = kind === 'end' ? 'the end of the text' : JSON.stringify(text);
    return new Failure('syntax', `Expected ${wanted}, but found ${found}.`, { offset: at });
  }

  #tooDeep(at: number): Failure {
    return new Failure('limit', `The text is nested deeper than ${this.#nesting} levels.`, { offset: at });
  }
}
