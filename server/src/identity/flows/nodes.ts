import type { InputAttributes, NodeGroup, UiNode, UiText } from '@watchroom/contract/identity';
import type { Shown } from './flow.ts';

export const info = (id: number, text: string, context?: UiText['context']): UiText => ({
  id,
  text,
  type: 'info',
  ...(context && { context }),
});
export const success = (id: number, text: string): UiText => ({ id, text, type: 'success' });
export const failure = (id: number, text: string, context?: UiText['context']): UiText => ({
  id,
  text,
  type: 'error',
  ...(context && { context }),
});

/** Of a field that was left empty; the words of specification 3, section 5. */
export const required = (property: string): UiText => failure(4000002, 'This field is required', { property });

type Input = Omit<InputAttributes, 'node_type' | 'disabled'> & { readonly disabled?: boolean };

export function input(group: NodeGroup, attributes: Input, label?: UiText): UiNode {
  return {
    type: 'input',
    group,
    attributes: { node_type: 'input', disabled: false, ...attributes },
    messages: [],
    meta: label ? { label } : {},
  };
}

/** A button that sends the form; its name and value say what is meant. */
export function submit(group: NodeGroup, name: string, value: string | boolean, label: UiText): UiNode {
  return input(group, { name, type: 'submit', value }, label);
}

export function image(group: NodeGroup, id: string, src: string, size: number, label: UiText): UiNode {
  return {
    type: 'img',
    group,
    attributes: { node_type: 'img', id, src, width: size, height: size },
    messages: [],
    meta: { label },
  };
}

export function textNode(group: NodeGroup, id: string, text: UiText, label: UiText): UiNode {
  return { type: 'text', group, attributes: { node_type: 'text', id, text }, messages: [], meta: { label } };
}

/** Puts what was typed and what is wrong with it into the nodes. */
export function withShown(nodes: readonly UiNode[], { fields = {}, values = {} }: Shown): UiNode[] {
  return nodes.map((node) => {
    const { attributes } = node;
    if (attributes.node_type !== 'input') return node;
    const message = fields[attributes.name];
    const value = values[attributes.name];
    return {
      ...node,
      ...(message ? { messages: [message] } : {}),
      ...(value === undefined ? {} : { attributes: { ...attributes, value } }),
    };
  });
}
