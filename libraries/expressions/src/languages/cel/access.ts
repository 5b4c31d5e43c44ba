import { fail } from '../../failure.ts';
import type { Run } from '../../run.ts';
import { adapt } from '../../values/adapt.ts';
import { getKey, keyOf, keyText } from '../../values/maps.ts';
import { numeric } from '../../values/numbers.ts';
import { describe, TYPES } from '../../values/types.ts';
import { isList, isMap, NONE, Optional, type Value } from '../../values/value.ts';
import type { Node, NodeOf } from './ast.ts';
import type { Compile, Scope, Step } from './scope.ts';

/** `a.b.c` as one name, if it is nothing but names. */
function qualifiedName(node: Node): string | undefined {
  if (node.kind === 'name') return node.name;
  if (node.kind !== 'select' || node.optional) return undefined;
  const before = qualifiedName(node.of);
  return before === undefined ? undefined : `${before}.${node.field}`;
}

export function compileSelect(node: NodeOf<'select'>, scope: Scope, compile: Compile): Step {
  const type = TYPES.get(qualifiedName(node) ?? '');
  if (type !== undefined) return () => type;
  const { field, at, optional } = node;
  const of = compile(node.of, scope);
  if (optional)
    return (run) => {
      const whole = of(run);
      run.at = at;
      return optionally(run, whole, field);
    };
  return (run) => {
    const whole = of(run);
    if (whole !== null && typeof whole === 'object') {
      const found = isMap(whole) ? getKey(whole, field) : undefined;
      if (found !== undefined) return found;
    }
    run.at = at;
    return selectOther(run, whole, field);
  };
}

function selectOther(run: Run, whole: Value, key: Value): Value {
  if (whole instanceof Optional) return optionally(run, whole, key);
  const found = lookUp(run, whole, key);
  if (found !== undefined) return found;
  if (run.tolerant) return null;
  return isList(whole)
    ? fail(`There is no element ${keyText(key)} in a list of ${whole.length}.`)
    : fail(`There is no key ${keyText(key)} in this map.`);
}

/** What a map, list or null holds under a key; nothing if it does not have it. */
function lookUp(run: Run, whole: Value, key: Value): Value | undefined {
  if (isMap(whole)) {
    if (key === null || (typeof key === 'object' && numeric(key) === undefined))
      return run.tolerant && key === null ? null : fail(`${describe(key)} cannot be the key of a map.`);
    return getKey(whole, key);
  }
  if (isList(whole)) {
    if (key === null && run.tolerant) return null;
    const index = typeof key === 'number' ? key : keyOf(key);
    if (typeof index !== 'number' || typeof key === 'string')
      return typeof index === 'bigint'
        ? undefined
        : fail(`The index of a list must be a number, not ${describe(key)}.`);
    return index >= 0 && index < whole.length ? adapt(whole[index]) : undefined;
  }
  if (whole === null && run.tolerant) return null;
  return fail(`${describe(whole)} has no fields.`);
}

function optionally(run: Run, given: Value, key: Value): Optional {
  const whole = given instanceof Optional ? given.value : given;
  if (whole === undefined || (whole === null && run.tolerant)) return NONE;
  const found = lookUp(run, whole, key);
  return found === undefined ? NONE : new Optional(found);
}

export function compileIndex(node: NodeOf<'index'>, scope: Scope, compile: Compile): Step {
  const { at, optional } = node;
  const of = compile(node.of, scope);
  const key = compile(node.key, scope);
  return (run) => {
    const whole = of(run);
    const index = key(run);
    if (!optional && typeof index === 'number' && isList(whole) && index >= 0 && index < whole.length)
      return adapt(whole[index]);
    run.at = at;
    return optional ? optionally(run, whole, index) : selectOther(run, whole, index);
  };
}

/** Whether something is there: what `has(a.b)` asks. */
export function compilePresence(node: NodeOf<'select'>, scope: Scope, compile: Compile): Step {
  const of = compile(node.of, scope);
  const { field, at } = node;
  return (run) => {
    const given = of(run);
    run.at = at;
    if (given instanceof Optional || node.optional) return optionally(run, given, field).value !== undefined;
    return (given !== null || !run.tolerant) && lookUp(run, given, field) !== undefined;
  };
}
