import type { WordsByConstraint } from '../../platform/data-api/constraint-words.ts';

/** What a caller is told when the database refuses a canary. */
export const canaryWords: WordsByConstraint = {
  canaries_key: {
    field: 'name',
    reason: 'This name is taken',
    sentence: 'A canary with this name already exists in this namespace. Choose another name.',
  },
};
