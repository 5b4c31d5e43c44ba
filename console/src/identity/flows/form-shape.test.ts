import type { InputAttributes, NodeGroup, UiNode } from '@watchroom/contract/identity';
import { describe, expect, it } from 'vitest';
import { blocksOf, valuesOf } from './form-shape.ts';

type Given = Partial<InputAttributes> & Pick<InputAttributes, 'name' | 'type'>;

const input = (group: NodeGroup, attributes: Given): UiNode => ({
  type: 'input',
  group,
  attributes: { node_type: 'input', disabled: false, ...attributes },
  messages: [],
  meta: {},
});

const LOGIN = [
  input('default', { name: 'csrf_token', type: 'hidden', value: 'token' }),
  input('default', { name: 'identifier', type: 'text', value: '' }),
  input('oidc', { name: 'provider', type: 'submit', value: 'github' }),
  input('password', { name: 'password', type: 'password' }),
  input('password', { name: 'method', type: 'submit', value: 'password' }),
];

const namesOf = (nodes: readonly UiNode[]) =>
  nodes.map(({ attributes }) => (attributes.node_type === 'input' ? attributes.name : attributes.node_type));

describe('the blocks of a flow', () => {
  it('put what every method shares beside the first one that asks for something', () => {
    const blocks = blocksOf(LOGIN);
    expect(blocks.map(({ group, content }) => [group, namesOf(content)])).toEqual([
      ['oidc', []],
      ['password', ['identifier', 'password']],
    ]);
  });

  it('are those of a section alone where a page has sections', () => {
    expect(blocksOf(LOGIN, ['password']).map(({ content }) => namesOf(content))).toEqual([['password']]);
    expect(blocksOf(LOGIN, ['totp'])).toEqual([]);
  });

  it('show a flow that has nothing but shared nodes', () => {
    const nodes = [
      input('default', { name: 'email', type: 'email' }),
      input('default', { name: 'method', type: 'submit', value: 'link' }),
    ];
    expect(blocksOf(nodes).map(({ content, buttons }) => [namesOf(content), namesOf(buttons)])).toEqual([
      [['email'], ['method']],
    ]);
  });

  it('hide nothing that a hidden field has to say', () => {
    const wrong = { id: 1, text: 'That key is not known.', type: 'error' } as const;
    const nodes = [{ ...input('passkey', { name: 'passkey_login', type: 'hidden' }), messages: [wrong] }];
    expect(blocksOf([...nodes, input('passkey', { name: 'go', type: 'button' })])[0]?.messages).toEqual([wrong]);
  });
});

describe('the values of a step', () => {
  const typed = new Map<string, string | boolean>([
    ['identifier', 'ada@example.com'],
    ['password', 'secret'],
  ]);
  const read = (name: string) => typed.get(name);

  it('are those of the pressed button, of its group and of the shared one', () => {
    expect(valuesOf(LOGIN, 'password', read, { name: 'method', value: 'password' })).toEqual({
      csrf_token: 'token',
      identifier: 'ada@example.com',
      password: 'secret',
      method: 'password',
    });
  });

  it('never hold the secret of another method', () => {
    expect(valuesOf(LOGIN, 'oidc', read, { name: 'provider', value: 'github' })).toEqual({
      csrf_token: 'token',
      identifier: 'ada@example.com',
      provider: 'github',
    });
  });

  it('prefer the pressed button to a field of its name, and keep a box that is not ticked', () => {
    const nodes = [
      input('code', { name: 'email', type: 'hidden', value: 'old@example.com' }),
      input('code', { name: 'remember', type: 'checkbox', value: true }),
    ];
    const values = valuesOf(nodes, 'code', () => false, { name: 'email', value: 'new@example.com' });
    expect(values).toEqual({ email: 'new@example.com', remember: false });
  });
});
