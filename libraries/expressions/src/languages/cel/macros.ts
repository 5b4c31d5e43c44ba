import { fail } from '../../failure.ts';
import { adapt } from '../../values/adapt.ts';
import { describe } from '../../values/types.ts';
import { NONE, Optional, type Value } from '../../values/value.ts';
import { compilePresence } from './access.ts';
import type { NodeOf } from './ast.ts';
import { choose, count, decide, fold, sortBy, transform, transformMap } from './loops.ts';
import { type Compile, failing, type Macro, type Scope, type Step } from './scope.ts';

export const MACROS: ReadonlyMap<string, Macro> = new Map<string, Macro>([
  ['has', has],
  ['cel.bind', bind],
  ['.optMap', (call, scope, compile) => optional(call, scope, compile, (value) => new Optional(value))],
  ['.optFlatMap', (call, scope, compile) => optional(call, scope, compile, flat)],
  ['.all', decide(false)],
  ['.exists', decide(true)],
  ['.exists_one', count],
  ['.existsOne', count],
  ['.filter', choose],
  ['.map', transform(1)],
  ['.transformList', transform(2)],
  ['.transformMap', transformMap(false)],
  ['.transformMapEntry', transformMap(true)],
  ['.fold', fold],
  ['.sortBy', sortBy],
]);

function has(call: NodeOf<'call'>, scope: Scope, compile: Compile): Step | undefined {
  const [path, ...others] = call.args;
  if (path?.kind === 'select' && others.length === 0) return compilePresence(path, scope, compile);
  return failing(scope.problem(call.at, 'has() needs a field: has(a.b).'));
}

function bind(call: NodeOf<'call'>, scope: Scope, compile: Compile): Step | undefined {
  const [name, given, body] = call.args;
  if (name?.kind !== 'name' || given === undefined || body === undefined || call.args.length > 3) return undefined;
  const value = compile(given, scope);
  const inner = scope.within([name.name]);
  const result = compile(body, inner.scope);
  const [slot] = inner.slots;
  return (run) => {
    run.slots[slot] = value(run);
    return result(run);
  };
}

function optional(
  call: NodeOf<'call'>,
  scope: Scope,
  compile: Compile,
  wrap: (value: Value) => Optional,
): Step | undefined {
  const [name, body] = call.args;
  if (call.of === undefined || name?.kind !== 'name' || body === undefined || call.args.length > 2) return undefined;
  const of = compile(call.of, scope);
  const inner = scope.within([name.name]);
  const result = compile(body, inner.scope);
  const [slot] = inner.slots;
  return (run) => {
    const given = of(run);
    run.at = call.at;
    if (given === null && run.tolerant) return NONE;
    if (!(given instanceof Optional)) return fail(`${call.name} needs an optional, not ${describe(given)}.`);
    if (given.value === undefined) return NONE;
    run.slots[slot] = adapt(given.value);
    const value = result(run);
    run.at = call.at;
    return wrap(value);
  };
}

function flat(value: Value): Optional {
  return value instanceof Optional ? value : fail(`optFlatMap must return an optional, not ${describe(value)}.`);
}
