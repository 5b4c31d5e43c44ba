import type { Budget } from './budget.ts';
import { Cursor } from './cursor.ts';
import { CLOSE, COMMA, DOT, isArrow, NO_STEPS, QUOTE, quotedEnd, readName, readSteps } from './names.ts';
import { operatorEnd, readOperation } from './operation.ts';
import type { Condition, Field, Logic } from './tree.ts';

interface Group extends Logic {
  readonly conditions: Condition[];
}

/** Reads the value of an `and` or `or` parameter: `(a.eq.1,not.or(b.is.null,c->>d.gt.2))`. */
export function parseLogic(text: string, kind: Logic['kind'], negated: boolean, budget: Budget): Logic {
  const cursor = new Cursor(text, 'logic tree');
  cursor.skipSpaces();
  if (!cursor.take('(')) throw cursor.fail('"("');
  const root: Group = { kind, negated, conditions: [] };
  budget.logic(1);
  const parents: Group[] = [];
  let group = root;
  for (;;) {
    cursor.skipSpaces();
    const opened = readGroup(cursor);
    if (opened !== undefined) {
      parents.push(group);
      budget.logic(parents.length + 1);
      group.conditions.push(opened);
      group = opened;
      continue;
    }
    budget.condition();
    group.conditions.push(readOperation(cursor, readField(cursor), true));
    for (cursor.skipSpaces(); cursor.take(')'); cursor.skipSpaces()) {
      const parent = parents.pop();
      if (parent === undefined) {
        cursor.skipSpaces();
        if (cursor.isAtEnd) return root;
        throw cursor.fail('end of input');
      }
      group = parent;
    }
    if (!cursor.take(',')) throw cursor.fail('"," or ")"');
  }
}

/** Reads `and(`, `or(`, `not.and(` or `not.or(` when it stands here; `not.eq.1` is a condition on a column `not`. */
function readGroup(cursor: Cursor): Group | undefined {
  const start = cursor.at;
  const negated = cursor.take('not.');
  const kind = cursor.take('and') ? 'and' : cursor.take('or') ? 'or' : undefined;
  if (kind !== undefined) {
    cursor.skipSpaces();
    if (cursor.take('(')) return { kind, negated, conditions: [] };
  }
  cursor.at = start;
  return undefined;
}

function readField(cursor: Cursor): Field {
  const name = readName(cursor);
  const path = isArrow(cursor.text, cursor.at) ? readSteps(cursor, pathEnd(cursor)) : NO_STEPS;
  if (!cursor.take('.')) throw cursor.fail('delimiter (.)');
  return { name, path };
}

/**
 * Where a JSON path ends inside `and` and `or`. Keys such as `app.kubernetes.io/name` hold dots, so the path ends at the
 * last `.operator.` of the condition, and a value that itself holds such a text must be quoted (as may the key): a quote,
 * brace or parenthesis that opens a value ends the search. A plain column ends at its first dot.
 */
function pathEnd(cursor: Cursor): number {
  const { text } = cursor;
  let found = -1;
  let at = cursor.at;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === COMMA || code === CLOSE) break;
    const end = code === DOT ? operatorEnd(text, at + 1) : -1;
    if (end !== -1) {
      found = at;
      if (text[end] === '(' || '"{('.includes(text[end + 1] ?? ' ')) return found;
      at = end;
    } else {
      at = isArrow(text, at) ? afterArrow(text, at) : at + 1;
    }
  }
  if (found === -1) throw cursor.fail('an operator (eq, gt, ...) after the JSON path', at);
  return found;
}

/** After the arrow at a place, and after the quoted key that follows it. */
function afterArrow(text: string, at: number): number {
  const key = text[at + 2] === '>' ? at + 3 : at + 2;
  if (text.charCodeAt(key) !== QUOTE) return key;
  const end = quotedEnd(text, key);
  return end === -1 ? key : end;
}
