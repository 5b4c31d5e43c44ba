import { Cursor } from './cursor.ts';
import { DOT, isNameCode, NO_STEPS, readName, readSteps } from './names.ts';
import type { Field } from './tree.ts';

const NO_PATH: readonly string[] = [];

/** A parameter's name: the embeds that lead to it, and what it names there. */
export interface ParameterKey {
  readonly path: readonly string[];
  readonly field: Field;
}

/**
 * Reads a parameter's name: `column`, `column->>json.key/with dots`, `embed.inner.column`. Dots before the first arrow
 * part names; after it everything up to the next arrow is one key.
 */
export function parseKey(name: string): ParameterKey {
  if (isPlain(name)) return { path: NO_PATH, field: { name, path: NO_STEPS } };
  const cursor = new Cursor(name, 'tree path');
  const path: string[] = [];
  let last = readName(cursor);
  while (cursor.code() === DOT) {
    cursor.at++;
    path.push(last);
    last = readName(cursor);
  }
  if (cursor.isAtEnd) return { path, field: { name: last, path: NO_STEPS } };
  return { path, field: { name: last, path: readSteps(cursor, name.length) } };
}

/** Whether a name needs no reading: no dots, dashes, quotes or spaces. */
function isPlain(name: string): boolean {
  for (let at = 0; at < name.length; at++) {
    const code = name.charCodeAt(at);
    if (code === 45 || code === 32 || code === 9 || !isNameCode(code)) return false;
  }
  return name !== '';
}
