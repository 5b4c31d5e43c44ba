import type { WordsByConstraint } from '../platform/data-api/constraint-words.ts';

const NAME = 'A name has 1 to 253 characters and no spaces at either end';

/** What a caller is told when the database refuses a connection. */
export const connectionWords: WordsByConstraint = {
  connections_name_check: { field: 'name', reason: NAME },
  connections_namespace_check: { field: 'namespace', reason: NAME },
  connections_key: {
    field: 'name',
    reason: 'This name is taken',
    sentence: 'A connection with this name already exists in this namespace. Choose another name.',
  },
};
