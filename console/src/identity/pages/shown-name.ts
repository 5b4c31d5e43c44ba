/** Longer than any email that is read to its end. */
const MOST_SHOWN = 100;

/** A name that somebody else chose, as it may stand in a sentence: without characters that turn, hide or break the rest of it. */
export function shownName(name: string): string {
  const letters = Array.from(name.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\u{fffd}'));
  return letters.length > MOST_SHOWN ? `${letters.slice(0, MOST_SHOWN).join('')}…` : letters.join('');
}
