import type { BrokenConstraint, ConstraintExplanation } from '@watchroom/data-api';

/** What is told of a row that breaks a constraint. */
export interface ConstraintWords {
  /** Column of the form's field. */
  readonly field: string;
  /** Written under the field. */
  readonly reason: string;
  /** Without it `{field}: {reason}`. */
  readonly sentence?: string;
}

/** By name of the constraint. */
export type WordsByConstraint = Readonly<Record<string, ConstraintWords>>;

const NOT_NULL = '23502';

/**
 * Puts a broken constraint into words, and names the field: `error`, `message` and `fields` as in every other refusal. Constraints
 * without words stay as the database words them.
 */
export function constraintExplainer(
  words: WordsByConstraint,
): (broken: BrokenConstraint) => ConstraintExplanation | undefined {
  const byName = new Map(Object.entries(words));
  return ({ code, constraint, column }) => {
    const found = code === NOT_NULL ? missing(column) : byName.get(constraint ?? '');
    if (!found) return undefined;
    const { field, reason, sentence = `${field}: ${reason}` } = found;
    return { message: sentence, more: { error: sentence, fields: { [field]: reason } } };
  };
}

function missing(column: string | undefined): ConstraintWords | undefined {
  return column === undefined ? undefined : { field: column, reason: 'This field is required' };
}
