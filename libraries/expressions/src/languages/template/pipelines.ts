import { fail } from '../../failure.ts';
import { adapt } from '../../values/adapt.ts';
import { Duration, Timestamp, type Value } from '../../values/value.ts';
import { field, truth, unwrap } from './access.ts';
import type { Command, Operand, OperandOf, Pipe } from './ast.ts';
import type { Given, Step } from './frame.ts';
import { callable } from './functions.ts';
import { failing, type Scope } from './scope.ts';

/** A compiled pipeline. Null comes out of it as what is missing, unless it is a variable that holds an element. */
export function compilePipe(pipe: Pipe, scope: Scope): { step: Step; slots: number[] } {
  let value: Step | undefined;
  for (const command of pipe.commands) {
    const before = value;
    const step = compileCommand(command, before, scope);
    value = (frame, dot) => unwrap(step(frame, dot)) ?? undefined;
  }
  const run = value ?? (() => undefined);
  const slots = pipe.names.map((name) => (pipe.assigns ? scope.slot(name) : scope.declare(name)));
  if (slots.includes(undefined))
    return { step: scope.problem(pipe.at, 'This variable has not been declared here.'), slots: [] };
  const known = slots.filter((slot) => slot !== undefined);
  if (known.length === 0) return { step: run, slots: known };
  const step: Step = (frame, dot) => {
    const result = run(frame, dot);
    for (const slot of known) frame.slots[slot] = result;
    return result;
  };
  return { step, slots: known };
}

/** @param final what the command before gives, which becomes the last argument */
function compileCommand({ first, args, at }: Command, final: Step | undefined, scope: Scope): Step {
  if (first.kind === 'name') return compileName(first, args, scope, final);
  if (args.length === 0 && final === undefined) {
    if (first.kind === 'nil') return scope.problem(at, 'nil alone is no value to write.');
    return compileOperand(first, scope);
  }
  if (first.kind === 'dot' || first.kind === 'variable' || first.kind === 'pipe') {
    const method = first.path.at(-1);
    if (method !== undefined)
      return compileMethod({ ...first, path: first.path.slice(0, -1) }, method, args, final, scope);
  }
  return scope.problem(at, 'Only a function takes arguments, and this is a value.');
}

function compileOperand(operand: Operand, scope: Scope): Step {
  switch (operand.kind) {
    case 'literal': {
      const { value } = operand;
      return () => value;
    }
    case 'nil':
      return () => null;
    case 'dot':
      return compileDot(operand, scope);
    case 'variable':
      return compileVariable(operand, scope);
    case 'name':
      return compileName(operand, [], scope);
    case 'pipe': {
      const { step } = compilePipe(operand.pipe, scope);
      return fields(operand.at, step, operand.path, scope);
    }
  }
}

/** Reads one field after another. A last one that is a function of moments and spans of time is called. */
function fields(at: number, of: Step, path: readonly string[], scope: Scope): Step {
  let step = of;
  for (const name of path) {
    const before = step;
    const method = compileCall(`.${name}`, 1, scope);
    step = (frame, dot) => {
      const value = unwrap(before(frame, dot));
      frame.run.at = at;
      if ((value instanceof Timestamp || value instanceof Duration) && typeof method === 'function')
        return method(frame.run, [value]);
      return field(frame.run, value, name);
    };
  }
  return step;
}

function compileMethod(
  of: Operand,
  name: string,
  args: readonly Operand[],
  final: Step | undefined,
  scope: Scope,
): Step {
  const receiver = compileOperand(of, scope);
  const steps = [receiver, ...args.map((arg) => compileOperand(arg, scope)), ...(final === undefined ? [] : [final])];
  const method = compileCall(`.${name}`, steps.length, scope);
  return (frame, dot) => {
    const values = steps.map((step) => step(frame, dot) ?? null);
    frame.run.at = of.at;
    const [value] = values;
    if ((value instanceof Timestamp || value instanceof Duration) && typeof method === 'function')
      return method(frame.run, values);
    return fail(`"${name}" is no function, and takes no arguments.`);
  };
}

function compileCall(name: string, count: number, scope: Scope) {
  const candidates = scope.context.functions.find(name);
  return candidates === undefined ? undefined : callable(name, candidates, count);
}

function compileDot({ at, path }: OperandOf<'dot'>, scope: Scope): Step {
  const [name] = path;
  const problem = name === undefined || !scope.dotIsRoot ? undefined : scope.unknownVariable(at, name);
  if (problem !== undefined) return failing(problem);
  return fields(at, (_, dot) => dot, path, scope);
}

function compileVariable({ at, name, path }: OperandOf<'variable'>, scope: Scope): Step {
  const slot = scope.slot(name);
  // The parser knows which variables the text declares; one of a branch is not there in the other one.
  if (slot === undefined) return () => fail(`There is no variable "$${name}" here.`);
  const [first] = path;
  const problem = name !== '' || !scope.main || first === undefined ? undefined : scope.unknownVariable(at, first);
  if (problem !== undefined) return failing(problem);
  return fields(at, ({ slots }) => slots[slot], path, scope);
}

/** A function, one of a name space, or a variable of the environment that is written without its dot. */
function compileName(operand: OperandOf<'name'>, args: readonly Operand[], scope: Scope, final?: Step): Step {
  const { at, name, path } = operand;
  const { functions, variables } = scope.context;
  const [second, ...others] = path;
  const full = second === undefined ? name : `${name}.${second}`;
  const steps = args.map((arg) => compileOperand(arg, scope));
  const given = { steps, final };
  const none = args.length === 0 && final === undefined;
  const spaced = second === undefined ? undefined : functions.find(full);
  if (spaced !== undefined) return fields(at, compileFunction(at, full, given, scope), others, scope);
  if (functions.find(name) !== undefined && (none || path.length === 0))
    return fields(at, compileFunction(at, name, given, scope), path, scope);
  if (none && (variables === undefined || variables.includes(name))) {
    const missing = variables === undefined ? scope.unknownFunction.bind(scope, at, full) : undefined;
    return fields(at, environment(name, missing), path, scope);
  }
  return failing(scope.unknownFunction(at, full));
}

function environment(name: string, missing: (() => Error) | undefined): Step {
  return ({ run }) => {
    if (Object.hasOwn(run.env, name)) return adapt(run.env[name]);
    if (missing !== undefined) throw missing();
    return undefined;
  };
}

/** Arguments, and what the command before gives as the last one. That one is evaluated first. */
interface Arguments {
  readonly steps: readonly Step[];
  readonly final: Step | undefined;
}

function compileFunction(at: number, name: string, given: Arguments, scope: Scope): Step {
  const { steps, final } = given;
  if (name === 'and' || name === 'or') return compileLogic(at, name, given, scope);
  const call = compileCall(name, steps.length + (final === undefined ? 0 : 1), scope);
  if (typeof call !== 'function') return scope.problem(at, call ?? `There is no function "${name}".`);
  return (frame, dot) => {
    const last = final === undefined ? undefined : (unwrap(final(frame, dot)) ?? null);
    const values: Value[] = [];
    for (const step of steps) values.push(unwrap(step(frame, dot)) ?? null);
    if (last !== undefined) values.push(last);
    frame.run.at = at;
    return call(frame.run, values);
  };
}

/** Evaluates only as many arguments as decide. */
function compileLogic(at: number, name: 'and' | 'or', { steps, final }: Arguments, scope: Scope): Step {
  if (steps.length === 0 && final === undefined) return scope.problem(at, `${name} needs at least one argument.`);
  return (frame, dot) => {
    const last = final?.(frame, dot);
    let value: Given;
    for (const step of steps) {
      value = unwrap(step(frame, dot));
      if (truth(value) === (name === 'or')) return value;
    }
    return final === undefined ? value : last;
  };
}
