import type { PlannedOrder } from '../plan/rows-plan.ts';
import { renderConditions } from './conditions.ts';
import { type RowSource, renderComparable } from './fields.ts';
import { isProvenToOne, renderTarget } from './joins.ts';
import type { SqlWriter } from './writer.ts';

/**
 * Terms of an order, and the joins to the embeds by which it sorts.
 *
 * @param placeOf Place in the select of a term that stands there.
 */
export function renderOrder(
  writer: SqlWriter,
  order: readonly PlannedOrder[],
  source: RowSource,
  placeOf: (term: PlannedOrder) => number | undefined = () => undefined,
) {
  let joined = '';
  const terms = order.map((term) => {
    const place = placeOf(term);
    let value: string;
    if (place !== undefined) value = String(place);
    else if (term.embed) {
      const { relationship, rows } = term.embed;
      const { from, on, source: target } = renderTarget(writer, relationship, source);
      const alias = writer.alias();
      const field = renderComparable(writer, term.field, target);
      const filter = renderConditions(writer, rows.where, target.alias);
      const limit = isProvenToOne(relationship) ? '' : ' limit 1';
      joined += ` left join lateral (select ${field} as o from ${from} where ${on} and ${filter}${limit}) ${alias} on true`;
      value = `${alias}.o`;
    } else value = renderComparable(writer, term.field, source);
    return { value, isPlaced: place !== undefined, text: `${value}${direction(term)}` };
  });
  return { joined, terms };
}

export function direction(term: PlannedOrder): string {
  return `${term.direction ? ` ${term.direction}` : ''}${term.nulls ? ` nulls ${term.nulls}` : ''}`;
}

/** With a space in front; empty when there are no terms. */
export function by(word: 'order' | 'group', terms: readonly { readonly text: string }[]): string {
  return terms.length === 0 ? '' : ` ${word} by ${terms.map(({ text }) => text).join(', ')}`;
}
