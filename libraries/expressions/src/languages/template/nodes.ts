import { fail } from '../../failure.ts';
import type { Run } from '../../run.ts';
import { adapt } from '../../values/adapt.ts';
import { isInt } from '../../values/numbers.ts';
import { describe } from '../../values/types.ts';
import { isList, isMap, Uint, type Value } from '../../values/value.ts';
import { entries, truth } from './access.ts';
import type { Node, NodeOf } from './ast.ts';
import { show } from './fmt/show.ts';
import type { Ending, Exec, Frame, Given } from './frame.ts';
import { compilePipe } from './pipelines.ts';
import type { Scope } from './scope.ts';

/** A compiled list of nodes. Each node is a step of the run. */
export function compileList(nodes: readonly Node[], scope: Scope): Exec {
  const inner = scope.inner();
  const execs = nodes.map((node) => compileNode(node, inner));
  const cost = execs.length;
  return (frame, dot) => {
    frame.run.spend(cost);
    for (const exec of execs) {
      const ending = exec(frame, dot);
      if (ending !== 'done') return ending;
    }
    return 'done';
  };
}

function compileNode(node: Node, scope: Scope): Exec {
  switch (node.kind) {
    case 'text': {
      const { text, at } = node;
      return ({ out }) => {
        out.literal(text, at);
        return 'done';
      };
    }
    case 'action':
      return compileAction(node, scope);
    case 'if':
    case 'with':
      return compileBranch(node, scope);
    case 'range':
      return compileRange(node, scope);
    case 'template':
      return compileTemplate(node, scope);
    case 'break':
    case 'continue': {
      const { kind } = node;
      return () => kind;
    }
  }
}

function compileAction({ pipe, at }: NodeOf<'action'>, scope: Scope): Exec {
  const { step, slots } = compilePipe(pipe, scope);
  const declares = slots.length > 0;
  return (frame, dot) => {
    frame.run.at = at;
    const value = step(frame, dot);
    if (!declares) frame.out.value(typeof value === 'string' ? value : show(frame.run, value));
    return 'done';
  };
}

function compileBranch({ kind, pipe, body, otherwise }: NodeOf<'if' | 'with' | 'range'>, scope: Scope): Exec {
  const inner = scope.inner();
  const { step } = compilePipe(pipe, inner);
  const yes = compileList(body, kind === 'with' ? inner.inner(false) : inner);
  const no = otherwise === undefined ? undefined : compileList(otherwise, inner);
  return (frame, dot) => {
    const value = step(frame, dot);
    if (truth(value)) return yes(frame, kind === 'with' ? value : dot);
    return no === undefined ? 'done' : no(frame, dot);
  };
}

function compileRange({ pipe, body, otherwise, at }: NodeOf<'if' | 'with' | 'range'>, scope: Scope): Exec {
  const inner = scope.inner();
  const { step, slots } = compilePipe(pipe, inner);
  const run = compileList(body, inner.inner(false));
  const no = otherwise === undefined ? undefined : compileList(otherwise, inner);
  const [first, second] = slots;
  const one = (frame: Frame, index: Value, element: Value): Ending => {
    if (second !== undefined) {
      frame.slots[second] = element;
      if (first !== undefined) frame.slots[first] = index;
    } else if (first !== undefined) frame.slots[first] = element;
    return run(frame, element);
  };
  return (frame, dot) => {
    const value = step(frame, dot);
    frame.run.at = at;
    const walked = walk(
      frame.run,
      value,
      second !== undefined,
      (index, element) => one(frame, index, element) !== 'break',
    );
    return walked || no === undefined ? 'done' : no(frame, dot);
  };
}

/**
 * Goes over a list, a map in the order of its keys, or the numbers below an integer.
 * @param visit whether to go on
 * @returns whether there was anything
 */
function walk(run: Run, value: Given, both: boolean, visit: (index: Value, element: Value) => boolean): boolean {
  if (value === undefined || value === null) return false;
  if (isList(value)) {
    for (let index = 0; index < value.length; index++) {
      run.spend(1);
      if (!visit(index, adapt(value[index]))) break;
    }
    return value.length > 0;
  }
  if (isMap(value)) {
    const all = entries(run, value);
    for (const { key, value: element } of all) {
      run.spend(1);
      if (!visit(key, element)) break;
    }
    return all.length > 0;
  }
  const end = value instanceof Uint ? value.value : value;
  if (!isInt(end)) return fail(`range goes over a list, a map or an int, not a ${describe(value)}.`);
  if (both) return fail('range over an int has one variable.');
  for (let index = 0; index < end; index++) {
    run.spend(1);
    if (!visit(index, index)) break;
  }
  return end > 0;
}

function compileTemplate({ name, pipe, at }: NodeOf<'template'>, scope: Scope): Exec {
  const { definitions } = scope.context;
  const argument = pipe === undefined ? undefined : compilePipe(pipe, scope).step;
  return (frame, dot) => {
    const { run, out, depth } = frame;
    const value = argument?.(frame, dot);
    run.at = at;
    const exec = definitions.get(name);
    if (exec === undefined) return fail(`There is no template ${JSON.stringify(name)}.`);
    if (depth >= run.limits.nesting)
      fail(`Templates call each other deeper than ${run.limits.nesting} levels.`, 'limit');
    return exec({ run, out, slots: [value], depth: depth + 1 }, value);
  };
}
