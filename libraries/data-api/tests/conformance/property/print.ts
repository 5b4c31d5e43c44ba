import type { Compare, Condition, Place, Request } from './requests.ts';

/** The request in the dialect's own grammar, as pairs of a query string. */
export function printRequest(request: Request): [string, string][] {
  const { select, where, order, limit, offset, embed } = request;
  const parts = [
    'id',
    ...select.map(({ column, alias }) => (alias === undefined ? column : `${quote(alias)}:${column}`)),
  ];
  if (embed) parts.push(`notes${embed.isInner ? '!inner' : ''}(id,text)`);
  const terms = order.map(({ place, direction, nulls }) =>
    [printPlace(place), direction, nulls && `nulls${nulls}`].filter((part) => part !== undefined).join('.'),
  );
  const pairs: [string, string][] = [
    ['select', parts.join(',')],
    ...where.map((condition) => printParameter(condition)),
    // The last term makes the order total.
    ['order', [...terms, 'id'].join(',')],
  ];
  if (limit !== undefined) pairs.push(['limit', String(limit)]);
  if (offset !== undefined) pairs.push(['offset', String(offset)]);
  if (embed) {
    pairs.push(['notes.order', 'id']);
    pairs.push(
      ...embed.where.map((compare): [string, string] => [
        `notes.${printPlace(compare.place)}`,
        printCompare(compare, false),
      ]),
    );
    if (embed.limit !== undefined) pairs.push(['notes.limit', String(embed.limit)]);
  }
  return pairs;
}

function printParameter(condition: Condition): [string, string] {
  if (condition.kind === 'compare') return [printPlace(condition.place), printCompare(condition, false)];
  const inner = condition.conditions.map(printInner).join(',');
  return [`${condition.negated ? 'not.' : ''}${condition.kind}`, `(${inner})`];
}

function printInner(condition: Condition): string {
  if (condition.kind === 'compare') return `${printPlace(condition.place)}.${printCompare(condition, true)}`;
  const inner = condition.conditions.map(printInner).join(',');
  return `${condition.negated ? 'not.' : ''}${condition.kind}(${inner})`;
}

function printPlace(place: Place): string {
  if (place.column !== 'data') return place.column;
  return `data${place.arrow}${quote(place.key)}`;
}

/** Behind a parameter's name a plain value is taken as it is; inside of a tree it is quoted. */
function printCompare({ negated, operator, quantifier, value }: Compare, isInner: boolean): string {
  const head = `${negated ? 'not.' : ''}${operator}${quantifier ? `(${quantifier})` : ''}.`;
  if (typeof value === 'string') return head + (isInner && operator !== 'is' ? quote(value) : value);
  const list = value.map(quote).join(',');
  if (operator === 'in') return `${head}(${list})`;
  // The list of a quantifier belongs to the dialect; that of an operator on arrays is a value.
  return head + (isInner && !quantifier ? quote(`{${list}}`) : `{${list}}`);
}

function quote(text: string): string {
  return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
}
