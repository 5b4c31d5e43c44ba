import { Failure } from '../../failure.ts';
import type { Node, Pipe, Template } from './ast.ts';
import { type Token, tokenize } from './lexer.ts';
import { Pipes } from './pipes.ts';
import type { Source } from './source.ts';
import { Tokens } from './tokens.ts';

type Control = 'if' | 'with' | 'range';
/** What ends a list of nodes: an end, or an else whose delimiter has not been read. */
type Ender = 'end' | 'else';

/** @throws Failure with the offset of the first thing that does not fit. */
export function parse(source: Source, nesting: number): Template {
  return new Parser(new Tokens(tokenize(source, nesting), nesting, source.delimiters.left)).template();
}

/** The grammar of https://pkg.go.dev/text/template#hdr-Actions, above pipelines. */
class Parser {
  readonly #tokens: Tokens;
  readonly #pipes: Pipes;
  readonly #definitions = new Map<string, readonly Node[]>();
  #ranges = 0;
  /** The keyword that was read last. */
  #keyword: Token | undefined;

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
    this.#pipes = new Pipes(tokens);
  }

  template(): Template {
    const body: Node[] = [];
    while (this.#tokens.peek().kind !== 'end') {
      const node = this.#node(true);
      if (typeof node === 'object') body.push(node);
      else if (node !== undefined)
        throw this.#tokens.wrong(this.#keyword ?? this.#tokens.last(), `"${node}" ends nothing here.`);
    }
    return { body, definitions: this.#definitions };
  }

  /** One node, what ends the list that it would be in, or nothing where a definition stands. */
  #node(top: boolean): Node | Ender | undefined {
    const token = this.#tokens.next();
    if (token.kind === 'text') return { kind: 'text', at: token.at, text: token.text };
    const { kind, text } = this.#tokens.peek();
    const { at } = this.#tokens.peek();
    if (kind !== 'keyword' || text === 'nil') {
      const pipe = this.#pipes.pipe('right', 'action');
      this.#tokens.expectRight();
      return { kind: 'action', at, pipe };
    }
    const keyword = this.#tokens.next();
    this.#keyword = keyword;
    switch (text) {
      case 'if':
      case 'with':
      case 'range':
        return this.#control(text, at);
      case 'break':
      case 'continue':
        if (this.#ranges === 0) throw this.#tokens.wrong(keyword, `"${text}" stands outside of range.`);
        this.#tokens.expectRight();
        return { kind: text, at };
      case 'end':
        this.#tokens.expectRight();
        return 'end';
      case 'else':
        return 'else';
      case 'template':
        return this.#call(at);
      case 'block':
        return this.#block(at);
      default:
        if (!top) throw this.#tokens.wrong(keyword, '"define" stands inside of another action.');
        return this.#define();
    }
  }

  #list(open: string, at: number): { nodes: Node[]; ender: Ender } {
    const nodes: Node[] = [];
    while (this.#tokens.peek().kind !== 'end') {
      const node = this.#node(false);
      if (typeof node === 'string') return { nodes, ender: node };
      if (node !== undefined) nodes.push(node);
    }
    throw new Failure('syntax', `"${open}" has no end.`, { offset: at, hint: 'Close it with an end action.' });
  }

  #control(kind: Control, at: number): Node {
    return this.#tokens.deeper(at, () => {
      const scope = this.#pipes.mark();
      const pipe = this.#pipes.pipe('right', kind);
      this.#tokens.expectRight();
      if (kind === 'range') this.#ranges++;
      const { nodes, ender } = this.#list(kind, at);
      if (kind === 'range') this.#ranges--;
      const otherwise = ender === 'else' ? this.#otherwise(kind, at) : undefined;
      this.#pipes.reset(scope);
      return { kind, at, pipe, body: nodes, otherwise };
    });
  }

  /** What stands behind `else`: `else if` and `else with` go on as an action of their own, which has the same end. */
  #otherwise(kind: Control, at: number): readonly Node[] {
    const next = this.#tokens.peek();
    if (next.kind === 'keyword' && next.text === kind && kind !== 'range') {
      this.#tokens.next();
      return [this.#control(kind, next.at)];
    }
    this.#tokens.expectRight();
    const { nodes, ender } = this.#list(kind, at);
    if (ender === 'else')
      throw this.#tokens.wrong(this.#keyword ?? this.#tokens.last(), `"${kind}" has a second else.`);
    return nodes;
  }

  #call(at: number): Node {
    const name = this.#name('template');
    if (this.#tokens.peek().kind === 'right') {
      this.#tokens.expectRight();
      return { kind: 'template', at, name, pipe: undefined };
    }
    const pipe: Pipe = this.#pipes.pipe('right', 'template');
    this.#tokens.expectRight();
    return { kind: 'template', at, name, pipe };
  }

  #block(at: number): Node {
    const name = this.#name('block');
    const pipe = this.#pipes.pipe('right', 'block');
    this.#tokens.expectRight();
    this.#body('block', name, at);
    return { kind: 'template', at, name, pipe };
  }

  #define(): undefined {
    const { at } = this.#tokens.last();
    const name = this.#name('define');
    this.#tokens.expectRight();
    this.#body('define', name, at);
    return undefined;
  }

  #name(keyword: string): string {
    const token = this.#tokens.next();
    if (token.kind === 'literal' && typeof token.value === 'string' && /^["`]/.test(token.text)) return token.value;
    throw this.#tokens.wrong(token, `Behind "${keyword}" stands a name in quotes.`);
  }

  /** A template of its own: it sees no variables from outside, and no range around it. */
  #body(keyword: string, name: string, at: number): void {
    const scope = this.#pipes.isolate();
    const ranges = this.#ranges;
    this.#ranges = 0;
    const { nodes, ender } = this.#tokens.deeper(at, () => this.#list(keyword, at));
    if (ender === 'else') throw this.#tokens.wrong(this.#keyword ?? this.#tokens.last(), `"${keyword}" has no else.`);
    this.#ranges = ranges;
    this.#pipes.restore(scope);
    const before = this.#definitions.get(name);
    if (before === undefined || isEmpty(before)) this.#definitions.set(name, nodes);
    else if (!isEmpty(nodes))
      throw new Failure('syntax', `The template ${JSON.stringify(name)} is defined twice.`, { offset: at });
  }
}

function isEmpty(nodes: readonly Node[]): boolean {
  return nodes.every((node) => node.kind === 'text' && node.text.trim() === '');
}
