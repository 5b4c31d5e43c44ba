import { fail } from '../../failure.ts';
import { adapt } from '../../values/adapt.ts';
import { describe, TYPES } from '../../values/types.ts';
import { compileIndex, compileSelect } from './access.ts';
import type { Node, NodeOf } from './ast.ts';
import { compileBinary, compileLogic } from './binary.ts';
import { compileCall } from './call.ts';
import { compileList, compileMap } from './collections.ts';
import { negate } from './operators.ts';
import { failing, type Scope, type Step } from './scope.ts';

/** Turns a node into a function. What is wrong with names is noted in the scope and fails when it is reached. */
export function compileNode(node: Node, scope: Scope): Step {
  switch (node.kind) {
    case 'literal': {
      const { value } = node;
      return () => value;
    }
    case 'name':
      return compileName(node, scope);
    case 'select':
      return compileSelect(node, scope, compileNode);
    case 'index':
      return compileIndex(node, scope, compileNode);
    case 'call':
      return compileCall(node, scope, compileNode);
    case 'list':
      return compileList(node, scope, compileNode);
    case 'map':
      return compileMap(node, scope, compileNode);
    case 'unary':
      return compileUnary(node, scope);
    case 'binary':
      return compileBinary(node, compileNode(node.left, scope), compileNode(node.right, scope));
    case 'logic':
      return compileLogic(
        node,
        node.parts.map((part) => compileNode(part, scope)),
      );
    case 'choice':
      return compileChoice(node, scope);
  }
}

function compileName(node: NodeOf<'name'>, scope: Scope): Step {
  const { name, at } = node;
  const slot = node.root ? undefined : scope.slot(name);
  if (slot !== undefined) return (run) => run.slots[slot] ?? null;
  const type = TYPES.get(name);
  const problem = type === undefined ? scope.unknownVariable(node, name) : undefined;
  if (problem !== undefined) return failing(problem);
  return (run) => {
    const { env } = run;
    if (Object.hasOwn(env, name)) return adapt(env[name]);
    if (type !== undefined) return type;
    if (run.tolerant) return null;
    run.at = at;
    return fail(`There is no variable "${name}" here.`);
  };
}

function compileUnary({ operator, of, at }: NodeOf<'unary'>, scope: Scope): Step {
  const step = compileNode(of, scope);
  return (run) => {
    const value = step(run);
    if (operator === '!' && typeof value === 'boolean') return !value;
    run.at = at;
    if (value === null && run.tolerant) return operator === '!' ? true : null;
    return operator === '!' ? fail(`! needs a bool, not ${describe(value)}.`) : negate(value);
  };
}

function compileChoice(node: NodeOf<'choice'>, scope: Scope): Step {
  const test = compileNode(node.test, scope);
  const yes = compileNode(node.yes, scope);
  const no = compileNode(node.no, scope);
  return (run) => {
    const value = test(run);
    if (value === true) return yes(run);
    if (value === false || (value === null && run.tolerant)) return no(run);
    run.at = node.at;
    return fail(`The condition before ? must be a bool, not ${describe(value)}.`);
  };
}
