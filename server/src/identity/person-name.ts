const UNPRINTABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
/** A name of nothing but marks and blanks would be an empty cell. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}]/u;

export const MOST_NAME = 200;

/** What is wrong with a name in any script, with the marks that steer its direction; undefined when nothing is. */
export function nameProblem(text: string): 'missing' | 'long' | 'unprintable' | undefined {
  if (text.length > MOST_NAME) return 'long';
  if (UNPRINTABLE.test(text)) return 'unprintable';
  return VISIBLE.test(text) ? undefined : 'missing';
}
