/** A value in a `pg_node_tree`: an atom as written (escapes undone), a list, or a node. `<>` is null. */
export type TreeValue = string | null | readonly TreeValue[] | TreeNode;

export interface TreeNode {
  readonly kind: string;
  readonly fields: ReadonlyMap<string, TreeValue>;
}

/**
 * Reads the text of a `pg_node_tree`, such as `pg_rewrite.ev_action`.
 * @throws SyntaxError where the text is not one.
 */
export function parseNodeTree(text: string): TreeValue {
  const tokens = new Tokens(text);
  const value = readValue(tokens);
  if (tokens.next !== undefined) throw tokens.unexpected();
  return value;
}

export function isNode(value: TreeValue | undefined): value is TreeNode {
  return typeof value === 'object' && value !== null && 'kind' in value;
}

export function nodeAt(node: TreeNode, field: string): TreeNode | undefined {
  const value = node.fields.get(field);
  return isNode(value) ? value : undefined;
}

/** Nodes in a list field; an absent or empty list gives none. */
export function nodesAt(node: TreeNode, field: string): readonly TreeNode[] {
  return listAt(node, field).filter(isNode);
}

export function listAt(node: TreeNode, field: string): readonly TreeValue[] {
  const value = node.fields.get(field);
  return value !== null && typeof value === 'object' && !isNode(value) ? value : [];
}

/** An integer field; an absent one is 0, as PostgreSQL leaves out nothing else. */
export function integerAt(node: TreeNode, field: string): number {
  return Number(node.fields.get(field) ?? 0);
}

export function isTrueAt(node: TreeNode, field: string): boolean {
  return node.fields.get(field) === 'true';
}

/** Every node in a value, itself included, from the outside in. */
export function* nodesIn(value: TreeValue): Generator<TreeNode> {
  if (value === null || typeof value === 'string') return;
  if (!isNode(value)) {
    for (const item of value) yield* nodesIn(item);
    return;
  }
  yield value;
  for (const field of value.fields.values()) yield* nodesIn(field);
}

const TOKEN = /[ \n\t]*([(){}]|(?:\\[^]|[^\\ \n\t(){}])+|$)/y;

class Tokens {
  readonly #text: string;
  #position = 0;
  /** The token in front; undefined at the end. Escapes are still in it. */
  next: string | undefined;

  constructor(text: string) {
    this.#text = text;
    this.take();
  }

  take(): string {
    const taken = this.next ?? '';
    TOKEN.lastIndex = this.#position;
    const match = TOKEN.exec(this.#text);
    if (match === null) throw this.unexpected();
    this.#position = TOKEN.lastIndex;
    this.next = match[1] === '' ? undefined : match[1];
    return taken;
  }

  unexpected(): SyntaxError {
    return new SyntaxError(`unexpected ${this.next ?? 'end'} before character ${this.#position} of a node tree`);
  }
}

function readValue(tokens: Tokens): TreeValue {
  switch (tokens.next) {
    case '{':
      return readNode(tokens);
    case '(':
      return readList(tokens);
    case '}':
    case ')':
    case undefined:
      throw tokens.unexpected();
    default:
      return readAtom(tokens.take());
  }
}

function readAtom(token: string): string | null {
  return token === '<>' ? null : token.replaceAll(/\\([^])/g, '$1');
}

function readList(tokens: Tokens): readonly TreeValue[] {
  const items: TreeValue[] = [];
  tokens.take();
  while (tokens.next !== ')') items.push(readValue(tokens));
  tokens.take();
  return items;
}

function readNode(tokens: Tokens): TreeNode {
  tokens.take();
  const kind = tokens.take();
  const fields = new Map<string, TreeValue>();
  while (tokens.next !== '}') {
    const label = tokens.next;
    if (!label?.startsWith(':')) throw tokens.unexpected();
    tokens.take();
    // The first value is taken whatever it looks like: a name may start with a colon, which is not escaped.
    const values = [readValue(tokens)];
    while (tokens.next !== '}' && !tokens.next?.startsWith(':')) values.push(readValue(tokens));
    const [first] = values;
    fields.set(label.slice(1), values.length === 1 && first !== undefined ? first : values);
  }
  tokens.take();
  return { kind, fields };
}
