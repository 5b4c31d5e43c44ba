import type { Value } from '../../values/value.ts';

interface Place {
  /** Offset into the text. */
  readonly at: number;
  /** Levels below this node, itself included. */
  readonly depth: number;
}

export type Node = Place &
  (
    | { readonly kind: 'literal'; readonly value: Value }
    | {
        readonly kind: 'name';
        readonly name: string /** Written with a leading dot: never a variable of a macro. */;
        readonly root: boolean;
      }
    | { readonly kind: 'select'; readonly of: Node; readonly field: string; readonly optional: boolean }
    | { readonly kind: 'index'; readonly of: Node; readonly key: Node; readonly optional: boolean }
    | { readonly kind: 'call'; readonly of: Node | undefined; readonly name: string; readonly args: readonly Node[] }
    | { readonly kind: 'list'; readonly items: readonly Item[] }
    | { readonly kind: 'map'; readonly entries: readonly Entry[] }
    | { readonly kind: 'unary'; readonly operator: '-' | '!'; readonly of: Node }
    | { readonly kind: 'binary'; readonly operator: BinaryOperator; readonly left: Node; readonly right: Node }
    | { readonly kind: 'logic'; readonly operator: '&&' | '||'; readonly parts: readonly Node[] }
    | { readonly kind: 'choice'; readonly test: Node; readonly yes: Node; readonly no: Node }
  );

export interface Item {
  readonly value: Node;
  /** Left out if its value is an empty optional. */
  readonly optional: boolean;
}

export interface Entry extends Item {
  readonly key: Node;
}

export type BinaryOperator = '==' | '!=' | '<' | '<=' | '>' | '>=' | 'in' | '+' | '-' | '*' | '/' | '%';

export type NodeOf<Kind extends Node['kind']> = Extract<Node, { kind: Kind }>;

/** The nodes directly below a node. */
function children(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'literal':
    case 'name':
      return [];
    case 'select':
    case 'unary':
      return [node.of];
    case 'index':
      return [node.of, node.key];
    case 'call':
      return node.of === undefined ? node.args : [node.of, ...node.args];
    case 'list':
      return node.items.map(({ value }) => value);
    case 'map':
      return node.entries.flatMap(({ key, value }) => [key, value]);
    case 'binary':
      return [node.left, node.right];
    case 'logic':
      return node.parts;
    case 'choice':
      return [node.test, node.yes, node.no];
  }
}

/** How many nodes there are, the node included: what one pass over it costs. */
export function weight(node: Node): number {
  let total = 1;
  for (const child of children(node)) total += weight(child);
  return total;
}
