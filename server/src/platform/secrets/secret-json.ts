import { isSecretNumber, isSecretVariable } from './secret-names.ts';

/** A place of a text, `[start, end)` in UTF-16 units. */
export type Span = readonly [start: number, end: number];

/** An object or a list that is not closed yet. */
interface Level {
  readonly isObject: boolean;
  /** Whether it stands below a secret name. */
  readonly isSecret: boolean;
  /** Of the member whose value comes next; undefined where a name comes next. */
  name: string | undefined;
  /** Whether it is `{"name":"password","value":…}`. */
  isNamed: boolean;
  /** Scalars below `value`. */
  readonly values: Span[];
  /** Where the enclosing object collects such scalars. */
  readonly outer: Span[] | undefined;
}

const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"?|[[\]{},:]|[^\s"[\]{},:]+/gs;
const NAME = /^(?:name|key|id|field|param|parameter|header|variable)$/i;
const VALUE = /^values?$/i;
const SAYS_NOTHING = /^(?:true|false|null)$/;

/**
 * Places of all scalars below secret names, in a text that is JSON or nearly so: names may lack quotes, and a placeholder may
 * stand where a number was.
 * @param inside finds the secrets in the raw content of another string.
 */
export function jsonSecretsIn(text: string, inside: (content: string) => readonly Span[]): readonly Span[] {
  if (!/^\s*[[{]/.test(text)) return [];
  const spans: Span[] = [];
  const levels: Level[] = [];
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    const level = levels.at(-1);
    if (token === '{' || token === '[') {
      levels.push(opened(token, level));
      if (level) level.name = undefined;
    } else if (token === '}' || token === ']') close(levels.pop(), spans);
    else if (token === ',') {
      if (level) level.name = undefined;
    } else if (token !== ':' && level) {
      const isText = token.startsWith('"');
      const start = isText ? index + 1 : index;
      const end = index + token.length - (isText && token.length > 1 && token.endsWith('"') ? 1 : 0);
      const content = text.slice(start, end);
      if (level.isObject && level.name === undefined) {
        level.name = content;
        continue;
      }
      const name = level.name ?? '';
      if (!SAYS_NOTHING.test(token)) {
        if (level.isSecret || isSecretMember(name, isText)) spans.push([start, end]);
        else {
          if (isText && content.includes('\\'))
            for (const [from, to] of inside(content)) spans.push([start + from, start + to]);
          valuesOf(level)?.push([start, end]);
          if (NAME.test(name) && isSecretVariable(content)) level.isNamed = true;
        }
      }
      level.name = undefined;
    }
  }
  while (levels.length > 0) close(levels.pop(), spans);
  return spans;
}

function opened(token: string, level: Level | undefined): Level {
  return {
    isObject: token === '{',
    isSecret: level !== undefined && (level.isSecret || isSecretMember(level.name ?? '', true)),
    name: undefined,
    isNamed: false,
    values: [],
    outer: level && valuesOf(level),
  };
}

function isSecretMember(name: string, isText: boolean): boolean {
  return isText ? isSecretVariable(name) : isSecretNumber(name);
}

function valuesOf(level: Level): Span[] | undefined {
  return VALUE.test(level.name ?? '') ? level.values : level.outer;
}

function close(level: Level | undefined, spans: Span[]): void {
  if (!level) return;
  const target = level.isNamed ? spans : level.outer;
  if (target) for (const span of level.values) target.push(span);
}
