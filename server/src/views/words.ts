import type { WordsByConstraint } from '../platform/data-api/constraint-words.ts';

/** What a caller is told when the database refuses a saved view. */
export const savedViewWords: WordsByConstraint = {
  saved_views_key: {
    field: 'name',
    reason: 'This name is taken',
    sentence: 'You already have a saved view with this name on this page. Choose another name.',
  },
  saved_views_name_check: { field: 'name', reason: 'A name has 1 to 253 characters and no spaces at either end' },
  saved_views_page_check: { field: 'page', reason: 'The path of a page here, for example /health' },
  saved_views_query_check: {
    field: 'query',
    reason: 'The part of an address after the question mark, 8 KiB at most',
  },
  saved_views_columns_check: { field: 'columns', reason: 'A list of column ids, 8 KiB at most' },
  saved_views_icon_check: { field: 'icon', reason: 'At most 500 characters' },
  saved_views_description_check: { field: 'description', reason: 'At most 2000 characters' },
};
