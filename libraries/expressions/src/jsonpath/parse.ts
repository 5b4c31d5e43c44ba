import { JSONPathEnvironment, JSONPathError, type JSONPathQuery } from 'json-p3';
import { Failure } from '../failure.ts';

/** Longer ones are no paths that a person writes, and the parser is not interrupted. */
const LONGEST = 5000;
const DEEPEST = 50;

/** A path that has been read. */
export interface Path {
  readonly query: JSONPathQuery;
  /** Whether it is written as Kubernetes writes paths, in braces: a single match is then the value, not a list of one. */
  readonly inBraces: boolean;
}

const environment = new JSONPathEnvironment();

/** Quoted texts, which stay as they are, and names after one or two dots, with what documents have in them beyond RFC 9535. */
const NAME = /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|(\.\.?)((?:[\p{L}_]|\\\.)(?:\\\.|[\p{L}\p{N}_/-])*)/gu;
const PLAIN = /^[\p{L}_][\p{L}\p{N}_]*$/u;

/**
 * Reads a path as in RFC 9535, and in the forms that documents have besides: `@` or nothing in place of `$`, `{.status.phase}` in
 * braces, and names with hyphens or escaped dots without brackets.
 * @throws Failure
 */
export function parsePath(text: string): Path {
  const trimmed = text.trim();
  if (trimmed.length > LONGEST)
    throw new Failure('limit', `The path is longer than ${LONGEST} characters (${trimmed.length}).`);
  if ((trimmed.match(/[[(]/g)?.length ?? 0) > DEEPEST)
    throw new Failure('limit', `The path has more than ${DEEPEST} brackets.`);
  const inBraces = trimmed.startsWith('{') && trimmed.endsWith('}');
  const inside = inBraces ? trimmed.slice(1, -1).trim() : trimmed;
  const rest = /^[$@]/.test(inside) ? inside.slice(1) : /^[.[]/.test(inside) || inside === '' ? inside : `.${inside}`;
  // `$.` and `.` alone are the whole.
  const path = `$${rest === '.' ? '' : rest.replace(NAME, bracketed)}`;
  try {
    return { query: environment.compile(path), inBraces };
  } catch (error) {
    if (!(error instanceof JSONPathError)) throw error;
    const message = error.message.replace(/ \('.*':\d+\)$/s, '');
    // Where the text was rewritten the place is only near.
    const offset = Math.min(
      text.length,
      Math.max(0, error.token.index + text.indexOf(inside) + inside.length - rest.length - 1),
    );
    throw new Failure('syntax', `${message.charAt(0).toUpperCase()}${message.slice(1)}.`, { offset });
  }
}

function bracketed(found: string, dots: string | undefined, name: string | undefined): string {
  if (dots === undefined || name === undefined || PLAIN.test(name)) return found;
  return `${dots === '..' ? '..' : ''}['${name.replaceAll('\\.', '.')}']`;
}
