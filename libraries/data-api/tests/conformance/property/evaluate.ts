import type { Compare, Condition, Item, Note, Order, Place, Request } from './requests.ts';

/** A truth of SQL: null is unknown. */
type Truth = boolean | null;
type Scalar = string | number | boolean;
type Value = Scalar | readonly string[] | null;

/** The rows that PostgreSQL should give, found without it. */
export function evaluate(request: Request, items: readonly Item[], notes: readonly Note[]): unknown[] {
  const { select, where, order, limit, offset = 0, embed } = request;
  const embedded = (item: Item) =>
    notes
      .filter((note) => note.item_id === item.id && embed?.where.every((compare) => truthOf(compare, note) === true))
      .slice(0, embed?.limit)
      .map(({ id, text }) => ({ id, text }));
  return items
    .filter((item) => where.every((condition) => truthOf(condition, item) === true))
    .filter((item) => embed?.isInner !== true || embedded(item).length > 0)
    .toSorted((a, b) => compareRows(a, b, order))
    .slice(offset, limit === undefined ? undefined : offset + limit)
    .map((item) => ({
      id: item.id,
      ...Object.fromEntries(select.map(({ column, alias }) => [alias ?? column, item[column]])),
      ...(embed ? { notes: embedded(item) } : {}),
    }));
}

function truthOf(condition: Condition, row: Item | Note): Truth {
  const truth =
    condition.kind === 'compare'
      ? compareTruth(condition, valueAt(condition.place, row))
      : combine(
          condition.kind,
          condition.conditions.map((inner) => truthOf(inner, row)),
        );
  return condition.negated && truth !== null ? !truth : truth;
}

/** Three-valued: `or` is true with one true, `and` false with one false, else unknown with one unknown. */
function combine(kind: 'and' | 'or', truths: readonly Truth[]): Truth {
  const decisive = kind === 'or';
  if (truths.includes(decisive)) return decisive;
  return truths.includes(null) ? null : !decisive;
}

function valueAt(place: Place, row: Item | Note): Value {
  if (place.column === 'text') return 'text' in row ? row.text : null;
  if (!('n' in row)) return null;
  if (place.column !== 'data') return row[place.column];
  const found = row.data !== null && Object.hasOwn(row.data, place.key) ? row.data[place.key] : undefined;
  if (found === undefined) return null;
  // `->` gives JSON, in which null is a value.
  if (place.arrow === '->') return JSON.stringify(found);
  return found === null ? null : String(found);
}

function compareTruth({ operator, quantifier, value }: Compare, found: Value): Truth {
  if (operator === 'is') return isTruth(String(value), found);
  if (typeof value !== 'string' && !quantifier && operator !== 'in') return arrayTruth(operator, found, value);
  if (typeof value === 'string') return scalarTruth(operator, found, value);
  const truths = value.map((each) => scalarTruth(operator === 'in' ? 'eq' : operator, found, each));
  return combine(quantifier === 'all' ? 'and' : 'or', truths);
}

function isTruth(word: string, found: Value): boolean {
  if (word === 'null' || word === 'unknown') return found === null;
  return found === (word === 'true');
}

function arrayTruth(operator: string, found: Value, value: readonly string[]): Truth {
  if (!Array.isArray(found)) return null;
  const has: readonly string[] = found;
  switch (operator) {
    case 'cs':
      return value.every((each) => has.includes(each));
    case 'cd':
      return has.every((each) => value.includes(each));
    case 'ov':
      return has.some((each) => value.includes(each));
    default: {
      const isSame = has.length === value.length && has.every((each, index) => each === value[index]);
      return operator === 'eq' ? isSame : !isSame;
    }
  }
}

function scalarTruth(operator: string, found: Value, text: string): Truth {
  if (operator === 'isdistinct') return found === null || compareScalars(found, text) !== 0;
  if (found === null) return null;
  if (operator === 'like' || operator === 'ilike') return isLike(String(found), text, operator === 'ilike');
  const sign = compareScalars(found, text);
  const truths: Record<string, boolean> = {
    eq: sign === 0,
    neq: sign !== 0,
    gt: sign > 0,
    gte: sign >= 0,
    lt: sign < 0,
    lte: sign <= 0,
  };
  return truths[operator] ?? null;
}

function compareScalars(found: Value, text: string): number {
  if (typeof found === 'number') return found - Number(text);
  if (typeof found === 'boolean') return Number(found) - Number(text === 'true');
  return compareTexts(String(found), text);
}

/** The collation "C" is the order of the bytes in UTF-8. */
function compareTexts(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

/** `*` is `%`, a backslash takes the next sign as itself, and the collation "C" folds only the letters of ASCII. */
function isLike(text: string, pattern: string, ignoresCase: boolean): boolean {
  const fold = (part: string) => (ignoresCase ? part.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()) : part);
  const signs = Array.from(fold(pattern).replaceAll('*', '%'));
  let source = '';
  for (let index = 0; index < signs.length; index += 1) {
    const sign = signs[index] ?? '';
    if (sign === '%') source += '.*';
    else if (sign === '_') source += '.';
    else source += literal(sign === '\\' ? (signs[(index += 1)] ?? '') : sign);
  }
  return new RegExp(`^(?:${source})$`, 'su').test(fold(text));
}

function literal(sign: string): string {
  return `\\u{${sign.codePointAt(0)?.toString(16)}}`;
}

function compareRows(a: Item, b: Item, order: readonly Order[]): number {
  for (const { place, direction = 'asc', nulls } of order) {
    const [left, right] = [valueAt(place, a), valueAt(place, b)];
    const nullsFirst = nulls === undefined ? direction === 'desc' : nulls === 'first';
    if (left === null && right === null) continue;
    if (left === null || right === null) return (left === null) === nullsFirst ? -1 : 1;
    const sign = typeof left === 'string' ? compareTexts(left, String(right)) : Number(left) - Number(right);
    if (sign !== 0) return direction === 'asc' ? sign : -sign;
  }
  return a.id - b.id;
}
