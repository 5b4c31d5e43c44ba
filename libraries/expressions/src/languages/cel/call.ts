import { fail } from '../../failure.ts';
import { matches, mismatch, type Overload, signature, takes } from '../../functions/overloads.ts';
import type { Value } from '../../values/value.ts';
import type { Node, NodeOf } from './ast.ts';
import { MACROS } from './macros.ts';
import { type Compile, failing, type Scope, type Step } from './scope.ts';

type Call = NodeOf<'call'>;

/** A call is a macro, a function of a name space, a function with a receiver, or a function. */
export function compileCall(node: Call, scope: Scope, compile: Compile): Step {
  const space = node.of === undefined ? undefined : spaceOf(node.of, scope);
  const full = space === undefined ? undefined : `${space}.${node.name}`;
  if (full !== undefined) {
    const overloads = scope.overloads(full);
    if (overloads !== undefined) return compileFunction(node, full, overloads, node.args, scope, compile);
  }
  const name = node.of === undefined ? node.name : `.${node.name}`;
  const macro = MACROS.get(full ?? name) ?? MACROS.get(name);
  const expanded = macro?.(node, scope, compile);
  if (expanded !== undefined) return expanded;
  const args = node.of === undefined ? node.args : [node.of, ...node.args];
  const overloads = scope.overloads(name);
  if (overloads !== undefined) return compileFunction(node, name, overloads, args, scope, compile);
  const problem = scope.unknownFunction(node, full ?? name);
  // The parts are compiled for their own problems, so that one look shows them all.
  if (full === undefined) for (const arg of args) compile(arg, scope);
  return failing(problem);
}

/** The names before the last dot, unless they begin with a variable of a macro. */
function spaceOf(node: Node, scope: Scope): string | undefined {
  if (node.kind === 'name') return node.root || scope.slot(node.name) !== undefined ? undefined : node.name;
  if (node.kind !== 'select' || node.optional) return undefined;
  const before = spaceOf(node.of, scope);
  return before === undefined ? undefined : `${before}.${node.field}`;
}

function compileFunction(
  { at }: Call,
  name: string,
  overloads: readonly Overload[],
  args: readonly Node[],
  scope: Scope,
  compile: Compile,
): Step {
  const candidates = overloads.filter((overload) => takes(overload, args.length));
  const steps = args.map((arg) => compile(arg, scope));
  if (candidates.length === 0) {
    const forms = overloads.map(({ definition }) => signature(name, definition.args)).join(' or ');
    return failing(scope.problem(at, `${forms} cannot be called with ${args.length} arguments.`));
  }
  const [only] = candidates;
  if (candidates.length === 1 && only !== undefined && steps.length <= 2) return compileSmall(at, name, only, steps);
  return (run) => {
    const values: Value[] = [];
    for (const step of steps) values.push(step(run));
    run.at = at;
    const overload = candidates.find((candidate) => matches(candidate, values));
    const nulls = run.tolerant && values.includes(null);
    if (overload === undefined) return nulls ? null : fail(mismatch(name, candidates, values));
    if (nulls && overload.definition.takesNull !== true) return null;
    return overload.definition.call(run, ...values);
  };
}

/** The usual call: one form, one or two arguments, no list of arguments. */
function compileSmall(at: number, name: string, overload: Overload, steps: readonly Step[]): Step {
  const { definition, guards, rest } = overload;
  const { call, takesNull } = definition;
  const [first, second] = steps;
  const firstGuard = guards[0] ?? rest;
  const secondGuard = guards[1] ?? rest;
  if (first === undefined || firstGuard === undefined) {
    return (run) => {
      run.at = at;
      return call(run);
    };
  }
  if (second === undefined || secondGuard === undefined)
    return (run) => {
      const value = first(run);
      run.at = at;
      if (value === null && run.tolerant && takesNull !== true) return null;
      return firstGuard(value) ? call(run, value) : fail(mismatch(name, [overload], [value]));
    };
  return (run) => {
    const a = first(run);
    const b = second(run);
    run.at = at;
    if ((a === null || b === null) && run.tolerant && takesNull !== true) return null;
    return firstGuard(a) && secondGuard(b) ? call(run, a, b) : fail(mismatch(name, [overload], [a, b]));
  };
}
