import { fail } from '../../failure.ts';
import { keyOf, keyText } from '../../values/maps.ts';
import { describe } from '../../values/types.ts';
import { type Key, Optional, Uint, type Value, ValueMap } from '../../values/value.ts';
import type { NodeOf } from './ast.ts';
import type { Compile, Scope, Step } from './scope.ts';

export function compileList({ items, at }: NodeOf<'list'>, scope: Scope, compile: Compile): Step {
  const steps = items.map(({ value, optional }) => ({ step: compile(value, scope), optional }));
  const size = 8 * steps.length;
  return (run) => {
    run.allocate(size);
    const list: Value[] = [];
    for (const { step, optional } of steps) {
      const value = step(run);
      if (!optional) list.push(value);
      else {
        run.at = at;
        const given = unwrap(value);
        if (given !== undefined) list.push(given);
      }
    }
    return list;
  };
}

function unwrap(value: Value): Value | undefined {
  return value instanceof Optional ? value.value : fail(`After ? must be an optional, not ${describe(value)}.`);
}

export function compileMap({ entries, at }: NodeOf<'map'>, scope: Scope, compile: Compile): Step {
  const steps = entries.map((entry) => ({
    key: compile(entry.key, scope),
    value: compile(entry.value, scope),
    optional: entry.optional,
  }));
  const size = 16 * steps.length;
  return (run) => {
    run.allocate(size);
    const map = new Map<Key, Value>();
    let unsigned: Set<Key> | undefined;
    for (const { key, value, optional } of steps) {
      const name = key(run);
      const given = value(run);
      run.at = at;
      const kept = optional ? unwrap(given) : given;
      const known = typeof name === 'object' && !(name instanceof Uint) ? undefined : keyOf(name);
      if (known === undefined)
        fail(`${describe(name)} cannot be the key of a map. Keys are string, int, uint or bool.`);
      if (map.has(known)) fail(`The key ${keyText(name)} is given twice.`);
      if (name instanceof Uint) (unsigned ??= new Set()).add(known);
      if (kept !== undefined) map.set(known, kept);
    }
    return new ValueMap(map, unsigned);
  };
}
