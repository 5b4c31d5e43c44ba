import type { Command, Operand, Pipe } from './ast.ts';
import type { Token } from './lexer.ts';
import type { Tokens } from './tokens.ts';

/** Where the pipeline ends: at the right delimiter, or at a parenthesis. */
type End = 'right' | ')';

/** Reads pipelines, and knows which variables the text has declared before them. */
export class Pipes {
  readonly #tokens: Tokens;
  #variables: string[] = [];

  constructor(tokens: Tokens) {
    this.#tokens = tokens;
  }

  mark(): number {
    return this.#variables.length;
  }

  reset(mark: number): void {
    this.#variables.length = mark;
  }

  /** Begins a template of its own. */
  isolate(): string[] {
    const before = this.#variables;
    this.#variables = [];
    return before;
  }

  restore(variables: string[]): void {
    this.#variables = variables;
  }

  /** A pipeline without what ends it. */
  pipe(end: End, context: string): Pipe {
    const { at } = this.#tokens.peek();
    const { names, assigns } = this.#declaration(context);
    const commands: Command[] = [];
    while (!this.#ends(end)) {
      if (!isOperand(this.#tokens.peek())) throw this.#tokens.unexpected(this.#tokens.peek(), 'a value');
      commands.push(this.#command());
    }
    if (commands.length === 0)
      throw this.#tokens.wrong(
        this.#tokens.peek(),
        context === 'action' ? 'The action is empty.' : `"${context}" has no value.`,
      );
    for (const { first } of commands.slice(1))
      if (first.kind === 'literal' || first.kind === 'nil' || (first.kind === 'dot' && first.path.length === 0))
        throw this.#tokens.wrong({ ...this.#tokens.peek(), at: first.at }, 'Behind a bar stands a function.');
    return { at, names, assigns, commands };
  }

  #ends(end: End): boolean {
    return end === 'right' ? this.#tokens.peek().kind === 'right' : this.#tokens.isSymbol(')');
  }

  #declaration(context: string): { names: string[]; assigns: boolean } {
    const tokens = this.#tokens;
    const names: string[] = [];
    while (tokens.peek().kind === 'variable') {
      const assigns = tokens.isSymbol('=', 1);
      if (assigns || tokens.isSymbol(':=', 1)) {
        names.push(this.#declare());
        tokens.next();
        return { names, assigns };
      }
      if (!tokens.isSymbol(',', 1)) break;
      if (context !== 'range' || names.length > 0)
        throw tokens.wrong(tokens.peek(1), 'Only range has two variables, and never more.');
      names.push(this.#declare());
      tokens.next();
      if (tokens.peek().kind !== 'variable') throw tokens.unexpected(tokens.peek(), 'a variable');
    }
    if (names.length > 0) throw tokens.unexpected(tokens.peek(1), '":="');
    return { names, assigns: false };
  }

  #declare(): string {
    const { text } = this.#tokens.next();
    this.#variables.push(text);
    return text;
  }

  #command(): Command {
    const tokens = this.#tokens;
    const { at } = tokens.peek();
    const operands: Operand[] = [];
    for (;;) {
      operands.push(this.#operand());
      const next = tokens.peek();
      if (tokens.isSymbol('|')) {
        tokens.next();
        break;
      }
      if (next.kind === 'right' || tokens.isSymbol(')')) break;
      if (!next.spaced) throw tokens.unexpected(next, 'a blank');
      if (!isOperand(next)) throw tokens.unexpected(next, 'a value');
    }
    const [first, ...args] = operands;
    if (first === undefined) throw tokens.unexpected(tokens.peek(), 'a value');
    return { at, first, args };
  }

  #operand(): Operand {
    const tokens = this.#tokens;
    const token = tokens.next();
    const { at, text } = token;
    if (token.kind === 'field') return { kind: 'dot', at, path: [text, ...this.#path()] };
    if (token.kind === 'variable') {
      if (text !== '' && !this.#variables.includes(text))
        throw tokens.wrong(token, `There is no variable "$${text}" here. Declare it with $${text} := before.`);
      return { kind: 'variable', at, name: text, path: this.#path() };
    }
    if (token.kind === 'name') return { kind: 'name', at, name: text, path: this.#path() };
    if (token.kind === 'symbol') {
      const pipe = tokens.deeper(at, () => this.pipe(')', 'parenthesis'));
      tokens.next();
      return { kind: 'pipe', at, pipe, path: this.#path() };
    }
    const field = tokens.peek();
    if (field.kind === 'field' && !field.spaced) throw tokens.wrong(field, 'This value has no fields.');
    if (token.kind === 'literal') return { kind: 'literal', at, value: token.value };
    return token.kind === 'dot' ? { kind: 'dot', at, path: [] } : { kind: 'nil', at };
  }

  /** Fields right behind a value. */
  #path(): string[] {
    const path: string[] = [];
    while (this.#tokens.peek().kind === 'field' && !this.#tokens.peek().spaced) path.push(this.#tokens.next().text);
    return path;
  }
}

function isOperand({ kind, text }: Token): boolean {
  if (kind === 'keyword') return text === 'nil';
  return kind === 'symbol' ? text === '(' : ['name', 'field', 'variable', 'literal', 'dot'].includes(kind);
}
