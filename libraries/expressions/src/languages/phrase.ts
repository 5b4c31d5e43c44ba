/** Something of one language that is no function of the table, as the reference and completion show it. */
export interface Phrase {
  /** As completion finds it: `.map` behind a value, `_.map` or `has` by itself. */
  readonly name: string;
  /** How it is written: `list.map(x, value)`. */
  readonly call: string;
  /** One sentence. */
  readonly doc: string;
  /** In the language itself, without variables. */
  readonly example: string;
  /** What the example gives, as JSON. */
  readonly gives: unknown;
}

/** Phrases from rows of name, call, sentence, example and what it gives. */
export function phrases(
  rows: readonly (readonly [name: string, call: string, doc: string, example: string, gives: unknown])[],
): readonly Phrase[] {
  return rows.map(([name, call, doc, example, gives]) => ({ name, call, doc, example, gives }));
}
