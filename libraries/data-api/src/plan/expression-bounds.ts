import { refuse } from '../errors.ts';

/** Repeats are written out when the database compiles an expression, which takes some kilobytes for each. */
const MOST_STATES = 2_000;
const REPEAT = /\{(\d{1,9})(?:(,)(\d{0,9}))?\}/y;

/** @throws DataApiError for a regular expression that would take much memory before it is compared with anything. */
export function checkExpression(expression: string): void {
  if (statesOf(expression) <= MOST_STATES) return;
  throw refuse.overLimit(`A regular expression repeats its parts to more than the limit of ${MOST_STATES} characters`, {
    hint: 'Use smaller numbers in its braces, or * and + in place of them.',
  });
}

/** About how many characters an expression has when its repeats are written out. */
function statesOf(expression: string): number {
  /** Of each open group, the innermost last. */
  const totals = [0];
  let last = 0;
  const add = (states: number) => totals.push((totals.pop() ?? 0) + states);
  for (let at = 0; at < expression.length; at += 1) {
    const character = expression[at];
    REPEAT.lastIndex = at;
    const repeat = character === '{' ? REPEAT.exec(expression) : null;
    if (repeat) {
      const [whole, least = '1', , most] = repeat;
      const times = Math.max(1, Number(most === undefined || most === '' ? least : most));
      add(last * (times - 1));
      // A second one behind it would repeat what is repeated.
      last *= times;
      at += whole.length - 1;
    } else if (character === '(') totals.push(0);
    else if (character === ')' && totals.length > 1) add((last = totals.pop() ?? 0));
    else {
      if (character === '\\') at += 1;
      add((last = 1));
    }
  }
  return totals.reduce((sum, states) => sum + states, 0);
}
