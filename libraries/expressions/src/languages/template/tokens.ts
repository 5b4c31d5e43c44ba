import { Failure } from '../../failure.ts';
import { type Token, tooDeep } from './lexer.ts';

/** Tokens, read one after another, and how deep the parser is. */
export class Tokens {
  readonly #tokens: readonly Token[];
  readonly #nesting: number;
  readonly #left: string;
  #index = 0;
  #level = 0;

  constructor(tokens: readonly Token[], nesting: number, left: string) {
    this.#tokens = tokens;
    this.#nesting = nesting;
    this.#left = left;
  }

  peek(ahead = 0): Token {
    const token = this.#tokens[Math.min(this.#index + ahead, this.#tokens.length - 1)];
    if (token === undefined) throw new Error('There is always a token that ends the others.');
    return token;
  }

  next(): Token {
    const token = this.peek();
    this.#index++;
    return token;
  }

  /** The token that was read last. */
  last(): Token {
    return this.peek(-1);
  }

  isSymbol(symbol: string, ahead = 0): boolean {
    const { kind, text } = this.peek(ahead);
    return kind === 'symbol' && text === symbol;
  }

  expectRight(): void {
    const token = this.next();
    if (token.kind !== 'right') throw this.unexpected(token, 'the end of the action');
  }

  /** @throws Failure beyond the limit of nesting. */
  deeper<Result>(at: number, work: () => Result): Result {
    if (++this.#level > this.#nesting) throw tooDeep(this.#nesting, at);
    const result = work();
    this.#level--;
    return result;
  }

  unexpected(token: Token, wanted: string): Failure {
    const shown =
      token.kind === 'right'
        ? 'the end of the action'
        : token.kind === 'end'
          ? 'the end of the text'
          : JSON.stringify(token.kind === 'field' ? `.${token.text}` : token.text.slice(0, 60));
    return this.wrong(token, `Expected ${wanted}, but found ${shown}.`);
  }

  wrong({ at, kind }: Token, message: string): Failure {
    const hint = kind === 'left' ? { hint: `Behind ${this.#left} an action is missing.` } : {};
    return new Failure('syntax', message, { offset: at, ...hint });
  }
}
