import { type Node, parse } from 'acorn';
import { Failure } from '../../failure.ts';

/** A name that a script uses and does not declare, and where it first does. */
export type FreeNames = ReadonlyMap<string, number>;

/**
 * Reads a script.
 * @throws Failure if its syntax is wrong
 */
export function freeNames(text: string): FreeNames {
  return namesOf(read(text));
}

function read(text: string): Node {
  try {
    return parse(text, { ecmaVersion: 2023, sourceType: 'script', allowHashBang: false });
  } catch (error) {
    const isDeep =
      error instanceof RangeError || (error instanceof Error && error.message.startsWith('Not enough stack'));
    if (isDeep) throw new Failure('limit', 'The script is nested too deeply.');
    if (error instanceof SyntaxError && 'pos' in error && typeof error.pos === 'number')
      throw new Failure('syntax', `${error.message.replace(/ \(\d+:\d+\)$/, '')}.`, { offset: error.pos });
    throw error;
  }
}

/** Fields that hold a name which is no variable: a key, a property, a label. */
const KEYS: Readonly<Record<string, string>> = {
  MemberExpression: 'property',
  Property: 'key',
  MethodDefinition: 'key',
  PropertyDefinition: 'key',
  LabeledStatement: 'label',
  BreakStatement: 'label',
  ContinueStatement: 'label',
};

/** Fields that declare the names in them. */
const DECLARES: Readonly<Record<string, readonly string[]>> = {
  VariableDeclarator: ['id'],
  FunctionDeclaration: ['id', 'params'],
  FunctionExpression: ['id', 'params'],
  ArrowFunctionExpression: ['params'],
  ClassDeclaration: ['id'],
  ClassExpression: ['id'],
  CatchClause: ['param'],
  AssignmentExpression: ['left'],
  ForInStatement: ['left'],
  ForOfStatement: ['left'],
};

/** Scopes are not told apart: what is declared anywhere counts as declared. The walk needs no stack, however deep the script is. */
function namesOf(root: Node): FreeNames {
  const used = new Map<string, number>();
  const declared = new Set<string>(['arguments', 'undefined']);
  const todo: [node: object, declares: boolean][] = [[root, false]];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    const [node, declares] = next;
    const { type, name, start, computed, operator, argument } = node as Record<string, unknown>;
    if (type === 'Identifier' && typeof name === 'string' && typeof start === 'number') {
      if (declares) declared.add(name);
      else used.set(name, Math.min(start, used.get(name) ?? start));
      continue;
    }
    // `typeof x` is how a script asks whether there is an x.
    if (operator === 'typeof' && isNode(argument) && argument.type === 'Identifier') continue;
    const kind = typeof type === 'string' ? type : '';
    for (const [field, child] of Object.entries(node)) {
      if (typeof child !== 'object' || child === null) continue;
      if (KEYS[kind] === field && computed !== true) continue;
      const inside = DECLARES[kind]?.includes(field) ?? (declares && kind !== 'MemberExpression');
      todo.push([child as object, inside]);
    }
  }
  for (const name of declared) used.delete(name);
  return used;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
