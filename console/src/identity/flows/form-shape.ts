import type { InputAttributes, NodeGroup, UiNode, UiText } from '@watchroom/contract/identity';
import type { FlowValues } from './client.ts';

/** A node that is an input. */
export type InputNode = UiNode & { readonly attributes: InputAttributes };

/** What one way to go on shows: it is a form of its own, so that Enter presses its own button. */
export interface FormBlock {
  readonly group: NodeGroup;
  /** Fields, pictures and texts, in the order of the flow. */
  readonly content: readonly UiNode[];
  readonly buttons: readonly InputNode[];
  /** About the block as a whole: those of fields and buttons that have no place of their own. */
  readonly messages: readonly UiText[];
}

/**
 * Cuts the nodes of a flow into blocks. What stands beside every method is shown in the first block that has a field, or in
 * the first one.
 * @param groups of which blocks are made; absent are all.
 */
export function blocksOf(nodes: readonly UiNode[], groups?: readonly NodeGroup[]): readonly FormBlock[] {
  const shown = nodes.filter(({ group }) => group === 'default' || (groups?.includes(group) ?? true));
  const names = [...new Set(shown.map(({ group }) => group))].filter((group) => group !== 'default');
  const own = names
    .map((group) => blockOf(group, shown))
    .filter(({ content, buttons }) => content.length + buttons.length > 0);
  const shared = blockOf('default', shown);
  if (groups !== undefined || shared.content.length + shared.buttons.length === 0) return own;
  const host = own.find(({ content }) => content.some(isField)) ?? own[0];
  if (!host || shared.buttons.length > 0) return [shared, ...own];
  return own.map((block) => (block === host ? { ...block, content: [...shared.content, ...block.content] } : block));
}

function blockOf(group: NodeGroup, nodes: readonly UiNode[]): FormBlock {
  const own = nodes.filter((node) => node.group === group && node.attributes.node_type !== 'script');
  const inputs = own.filter(isInput);
  return {
    group,
    content: own.filter((node) => !isInput(node) || isField(node)),
    buttons: inputs.filter(isButton),
    messages: inputs.filter((node) => !isField(node)).flatMap(({ messages }) => messages),
  };
}

/**
 * What a step sends: every value of the button's group and of the default one, and the button itself.
 * @param read what stands in the field of this name; undefined where there is no such field on the page.
 */
export function valuesOf(
  nodes: readonly UiNode[],
  group: NodeGroup,
  read: (name: string) => string | boolean | undefined,
  clicked?: { readonly name: string; readonly value: string | number | boolean },
): FlowValues {
  const values: Record<string, string | number | boolean> = {};
  for (const node of nodes.filter(isInput)) {
    const { name, type, value } = node.attributes;
    if ((node.group !== group && node.group !== 'default') || isButton(node)) continue;
    const given = (type === 'hidden' ? undefined : read(name)) ?? value;
    if (given !== undefined) values[name] = type === 'number' ? Number(given) : given;
  }
  if (clicked) values[clicked.name] = clicked.value;
  return values;
}

export function isInput(node: UiNode): node is InputNode {
  return node.attributes.node_type === 'input';
}

function isButton({ attributes: { type } }: InputNode): boolean {
  return type === 'submit' || type === 'button';
}

/** An input that a person fills in. */
export function isField(node: UiNode): node is InputNode {
  return isInput(node) && node.attributes.type !== 'hidden' && !isButton(node);
}
