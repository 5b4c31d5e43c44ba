import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { integerAt, isNode, listAt, nodesIn, parseNodeTree } from '../../src/schema/node-tree.ts';

describe('parseNodeTree', () => {
  it('reads nodes, lists, nulls and values of several atoms', () => {
    const tree = parseNodeTree('({QUERY :resno 3 :alias <> :colnames ("a" "b") :constvalue 4 [ 1 0 ] :list (i 1 2)})');
    const [query] = [...nodesIn(tree)];
    if (!query) throw new Error('no node');
    expect(query.kind).toBe('QUERY');
    expect(integerAt(query, 'resno')).toBe(3);
    expect(query.fields.get('alias')).toBeNull();
    expect(listAt(query, 'colnames')).toEqual(['"a"', '"b"']);
    expect(listAt(query, 'constvalue')).toEqual(['4', '[', '1', '0', ']']);
    expect(listAt(query, 'absent')).toEqual([]);
  });

  it('reads a name as the first value of a field even when it looks like a label', () => {
    const tree = parseNodeTree('{A :resname :resno :resno 2}');
    expect(isNode(tree) && [...tree.fields]).toEqual([
      ['resname', ':resno'],
      ['resno', '2'],
    ]);
  });

  it.each(['', '(', '{A', '{A :b}', '{A b}', '(a) b', ')', '{A :b 1', 'a\\'])('refuses %j', (text) => {
    expect(() => parseNodeTree(text)).toThrow(SyntaxError);
  });

  it('gives back any name that is escaped as PostgreSQL does it', () => {
    const escape = (name: string) => name.replaceAll(/[\s\\(){}]/g, '\\$&').replace(/^(?=[<"\d+-])/, '\\');
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.integer(), (name, next) => {
        const tree = parseNodeTree(`({T :resname ${escape(name)} :next ${next}})`);
        const [node] = [...nodesIn(tree)];
        expect(node?.fields.get('resname')).toBe(name);
        expect(node && integerAt(node, 'next')).toBe(next);
      }),
    );
  });

  it('never ends in anything but a value or a syntax error', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('{', '}', '(', ')', ' ', ':', 'a', '\\', '<>') }), (text) => {
        const outcome = attempt(() => parseNodeTree(text));
        expect(outcome === undefined || outcome instanceof SyntaxError).toBe(true);
      }),
    );
  });
});

function attempt(work: () => unknown): unknown {
  try {
    work();
    return undefined;
  } catch (error) {
    return error;
  }
}
