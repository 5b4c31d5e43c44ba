import {
  type CST,
  isAlias,
  isCollection,
  isMap,
  isScalar,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';

/** Where an entry of a mapping or a row of a list stands. Offsets count from 0. */
export interface SourceItem {
  readonly start: number;
  /** Behind the colon or the dash. */
  readonly valueStart: number;
  /** Behind anchor and tag of the value. */
  readonly propertiesEnd: number;
  readonly end: number;
  readonly value: Node | undefined;
}

const PROPERTIES = new Set(['anchor', 'tag']);

/** The places of what a collection holds, in order; undefined where it is written in a way that only a rewrite can change. */
export function sourceItems(node: YAMLMap | YAMLSeq): readonly SourceItem[] | undefined {
  const found = isMap(node) ? node.items.map(pairPlace) : rowPlaces(node);
  return found?.every((item) => item !== undefined) ? found : undefined;
}

function pairPlace({ value, srcToken }: Pair): SourceItem | undefined {
  if (!srcToken?.key || srcToken.start.some(({ type }) => type === 'explicit-key-ind')) return undefined;
  const colon = srcToken.sep?.find(({ type }) => type === 'map-value-ind');
  if (!colon) return undefined;
  const node = asNode(value);
  const first = srcToken.start.find(({ type }) => PROPERTIES.has(type)) ?? srcToken.key;
  const valueStart = colon.offset + 1;
  const propertiesEnd = behindProperties(srcToken.sep ?? [], valueStart);
  return { start: first.offset, valueStart, propertiesEnd, end: Math.max(endOf(node), propertiesEnd), value: node };
}

function rowPlaces(node: YAMLSeq): readonly (SourceItem | undefined)[] | undefined {
  const token = node.srcToken;
  if (token?.type !== 'block-seq' && token?.type !== 'flow-collection') return undefined;
  const isBlock = token.type === 'block-seq';
  const items: readonly CST.CollectionItem[] = token.items;
  const rows = items.filter(({ start, key, sep, value }) =>
    isBlock ? start.some(({ type }) => type === 'seq-item-ind') : Boolean(key ?? sep ?? value),
  );
  if (rows.length !== node.items.length) return undefined;
  return rows.map(({ start, sep, value }, index) => {
    if (sep) return undefined;
    const item = asNode(node.items[index]);
    const dash = start.find(({ type }) => type === 'seq-item-ind');
    const first = dash ?? start.find(({ type }) => PROPERTIES.has(type)) ?? value;
    if (!first) return undefined;
    const valueStart = dash ? dash.offset + 1 : first.offset;
    const propertiesEnd = behindProperties(start, valueStart);
    return { start: first.offset, valueStart, propertiesEnd, end: Math.max(endOf(item), propertiesEnd), value: item };
  });
}

function behindProperties(tokens: readonly CST.SourceToken[], otherwise: number): number {
  const last = tokens.findLast(({ type }) => PROPERTIES.has(type));
  return last ? last.offset + last.source.length : otherwise;
}

function asNode(value: unknown): Node | undefined {
  return isScalar(value) || isAlias(value) || isCollection(value) ? value : undefined;
}

/** Behind the last letter of a node, before the line break. */
function endOf(node: Node | undefined): number {
  if (!node?.range) return 0;
  if (isCollection(node) && !node.flow && (isMap(node) || 'items' in node)) {
    const last: unknown = node.items.at(-1);
    const place = sourceItems(node)?.at(-1);
    if (last !== undefined && place) return place.end;
  }
  const isBlock = isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
  if (isScalar(node) && !isBlock && !node.source && node.type === 'PLAIN') return 0;
  return isBlock || isCollection(node)
    ? node.range[1] - (isBlock && node.range[1] > node.range[0] ? 1 : 0)
    : node.range[1];
}
