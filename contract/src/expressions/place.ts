import type { ExpressionLanguage } from './languages.ts';

/** Something that documents hold an expression for, and what that expression can read. */
export interface ExpressionPlace {
  readonly id: string;
  /** As people choose it: `Check test`. */
  readonly title: string;
  /** What the expression decides or gives, as a sentence. */
  readonly purpose: string;
  readonly variables: readonly PlaceVariable[];
  /** An example of the variables, as YAML. */
  readonly environment: string;
  /** An expression for this place in each language; all run on the environment. */
  readonly examples: Readonly<Record<ExpressionLanguage, string>>;
}

export interface PlaceVariable {
  readonly name: string;
  readonly meaning: string;
}

/** Variables from pairs of name and meaning. */
export function variables(meanings: Readonly<Record<string, string>>): readonly PlaceVariable[] {
  return Object.entries(meanings).map(([name, meaning]) => ({ name, meaning }));
}
