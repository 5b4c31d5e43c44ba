import type { Adapter, QueryPairs } from '@watchroom/data-api';
import { type Fields, fieldsOf } from './fields.ts';
import { type ListItem, readList, unquote, writeItem, writeList } from './select-list.ts';

/**
 * Mends what clients of the wire contract really send. In `select`: items that stand twice and closing parentheses too
 * many. In `order`: terms of columns that do not exist are left out, and an order without any other, so that one before
 * it counts. Terms with a JSON path or an embed stay, as do all where the columns are not known.
 */
export const repairs: Adapter = (request, schema) => {
  if (!request.query.some(([name]) => name === 'select' || name === 'order')) return request;
  const fields = fieldsOf(request, schema);
  const query = request.query.flatMap(([name, value]): QueryPairs => {
    if (name === 'select') return [[name, mendSelect(value)]];
    if (name !== 'order') return [[name, value]];
    const terms = mendOrder(value, fields);
    return terms === '' ? [] : [[name, terms]];
  });
  return { ...request, query };
};

function mendSelect(text: string): string {
  const items = readList(text);
  return items ? writeList(items) : text;
}

function mendOrder(text: string, fields: Fields | undefined): string {
  const terms = fields && readList(text);
  if (!terms) return text;
  return terms
    .filter((term) => isKnown(term, fields))
    .map(writeItem)
    .join(',');
}

function isKnown(term: ListItem, { columns, relation }: Fields): boolean {
  if (term.items || term.head === '' || term.head.includes('->')) return true;
  const name = unquote(/^(?:"(?:[^"\\]|\\.)*"|[^.]*)/.exec(term.head)?.[0] ?? '');
  return columns.has(name) || (relation?.computed.has(name) ?? false);
}
