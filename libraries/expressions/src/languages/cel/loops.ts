import { type Failure, fail } from '../../failure.ts';
import type { Run } from '../../run.ts';
import { adapt } from '../../values/adapt.ts';
import { compare } from '../../values/compare.ts';
import { keyOf, keyText, mapKeys, mapSize, mapValues } from '../../values/maps.ts';
import { describe } from '../../values/types.ts';
import { isList, isMap, type Key, type List, type Value, ValueMap } from '../../values/value.ts';
import { type Node, type NodeOf, weight } from './ast.ts';
import { survivable } from './binary.ts';
import type { Compile, Macro, Scope, Step } from './scope.ts';

/** A macro that walks over a list or a map, taken apart. */
interface Loop {
  /** Goes over all elements until told to stop. False if there is nothing to walk over: null, where that is tolerated. */
  readonly each: (run: Run, visit: () => boolean) => boolean;
  readonly bodies: readonly Step[];
  /** Slots of the variables: one holds the element or key; of two, the first holds index or key, the second the element. */
  readonly slots: readonly number[];
  readonly at: number;
}

/** Takes a call apart whose first arguments are `names` variables. */
function loopOf(
  call: NodeOf<'call'>,
  { scope, compile }: { scope: Scope; compile: Compile },
  names: number,
  extra: readonly string[] = [],
): Loop | undefined {
  if (call.of === undefined) return undefined;
  const variables = call.args
    .slice(0, names)
    .flatMap((node) => (node.kind === 'name' && !node.root ? [node.name] : []));
  if (variables.length < names) {
    scope.problem(call.at, `${call.name} starts with the name of a variable: list.${call.name}(x, …).`);
    return undefined;
  }
  if (new Set(variables).size < names) scope.problem(call.at, `The variables of ${call.name} need different names.`);
  const of = compile(call.of, scope);
  const inner = scope.within([...variables, ...extra]);
  const rest: readonly Node[] = call.args.slice(names);
  const cost = rest.reduce((sum, node) => sum + weight(node), 1);
  const { at } = call;
  const [first = 0] = inner.slots;
  const second = names === 2 ? inner.slots[1] : undefined;
  const each = (run: Run, visit: () => boolean): boolean => {
    const whole = of(run);
    run.at = at;
    if (whole === null && run.tolerant) return false;
    const { keys, values } = elements(run, whole, second !== undefined);
    for (let index = 0; index < values.length; index++) {
      run.at = at;
      run.spend(cost);
      const value = adapt(values[index]);
      if (second === undefined) run.slots[first] = value;
      else {
        run.slots[first] = keys === undefined ? index : adapt(keys[index]);
        run.slots[second] = value;
      }
      if (!visit()) break;
    }
    run.at = at;
    return true;
  };
  return { each, bodies: rest.map((node) => compile(node, inner.scope)), slots: inner.slots, at };
}

/** What a loop walks over: the elements of a list; of a map the keys, and its values too where two variables ask for them. */
function elements(run: Run, whole: Value, both: boolean): { keys?: List; values: List } {
  if (isList(whole)) return { values: whole };
  if (!isMap(whole)) return fail(`This needs a list or a map, not ${describe(whole)}.`);
  run.allocate(8 * mapSize(whole));
  return both ? { keys: mapKeys(whole), values: mapValues(whole) } : { values: mapKeys(whole) };
}

function truth(run: Run, value: Value): boolean {
  if (typeof value === 'boolean') return value;
  return value === null && run.tolerant ? false : fail(`The condition must be a bool, not ${describe(value)}.`);
}

/** `all` and `exists`: one element may decide, also when another one fails. */
export function decide(decisive: boolean): Macro {
  return (call, scope, compile) => {
    const loop = loopOf(call, { scope, compile }, call.args.length === 3 ? 2 : 1);
    const [test, ...others] = loop?.bodies ?? [];
    if (loop === undefined || test === undefined || others.length > 0) return undefined;
    return (run) => {
      let failure: Failure | undefined;
      let where = 0;
      let decided = false;
      const walked = loop.each(run, () => {
        try {
          decided = truth(run, test(run)) === decisive;
        } catch (error) {
          const kept = survivable(run, error);
          if (failure === undefined) where = run.at;
          failure ??= kept;
        }
        return !decided;
      });
      if (!walked) return null;
      if (decided) return decisive;
      if (failure === undefined) return !decisive;
      run.at = where;
      throw failure;
    };
  };
}

/** `exists_one`. */
export const count: Macro = (call, scope, compile) => {
  const loop = loopOf(call, { scope, compile }, call.args.length === 3 ? 2 : 1);
  const [test, ...others] = loop?.bodies ?? [];
  if (loop === undefined || test === undefined || others.length > 0) return undefined;
  return (run) => {
    let found = 0;
    const walked = loop.each(run, () => {
      if (truth(run, test(run))) found++;
      return true;
    });
    return walked ? found === 1 : null;
  };
};

/** `filter`. */
export const choose: Macro = (call, scope, compile) => {
  const loop = loopOf(call, { scope, compile }, 1);
  const [test, ...others] = loop?.bodies ?? [];
  if (loop === undefined || test === undefined || others.length > 0) return undefined;
  const [slot = 0] = loop.slots;
  return (run) => {
    const kept: Value[] = [];
    const walked = loop.each(run, () => {
      const element = run.slots[slot] ?? null;
      if (truth(run, test(run))) kept.push(element);
      return true;
    });
    return walked ? kept : null;
  };
};

/** `map` and `transformList`: an optional condition, then what becomes of each element. */
export function transform(names: 1 | 2): Macro {
  return (call, scope, compile) => {
    const loop = loopOf(call, { scope, compile }, names);
    if (loop === undefined || loop.bodies.length < 1 || loop.bodies.length > 2) return undefined;
    const test = loop.bodies.length === 2 ? loop.bodies[0] : undefined;
    const result = loop.bodies.at(-1);
    if (result === undefined) return undefined;
    return (run) => {
      const list: Value[] = [];
      const walked = loop.each(run, () => {
        if (test === undefined || truth(run, test(run))) {
          list.push(result(run));
          run.allocate(8);
        }
        return true;
      });
      return walked ? list : null;
    };
  };
}

/** `transformMap` gives new values under the same keys, `transformMapEntry` maps of one entry, which become one map. */
export function transformMap(entries: boolean): Macro {
  return (call, scope, compile) => {
    const loop = loopOf(call, { scope, compile }, 2);
    if (loop === undefined || loop.bodies.length < 1 || loop.bodies.length > 2) return undefined;
    const test = loop.bodies.length === 2 ? loop.bodies[0] : undefined;
    const result = loop.bodies.at(-1);
    const [keySlot = 0] = loop.slots;
    if (result === undefined) return undefined;
    return (run) => {
      const map = new Map<Key, Value>();
      const add = (name: Value, value: Value) => {
        const key = keyOf(name);
        if (key === undefined) return fail(`${describe(name)} cannot be the key of a map.`);
        if (map.has(key)) return fail(`The key ${keyText(name)} is given twice.`);
        run.allocate(16);
        return map.set(key, value);
      };
      const walked = loop.each(run, () => {
        const key = run.slots[keySlot] ?? null;
        if (test !== undefined && !truth(run, test(run))) return true;
        const value = result(run);
        run.at = loop.at;
        if (!entries) add(key, value);
        else if (isMap(value)) {
          const values = mapValues(value);
          mapKeys(value).forEach((name, index) => add(name, values[index] ?? null));
        } else fail(`transformMapEntry must return a map, not ${describe(value)}.`);
        return true;
      });
      return walked ? new ValueMap(map) : null;
    };
  };
}

/** `list.fold(e, sum, sum + e)` and `map.fold(k, v, sum, …)`: the last variable holds what came out so far, null at first. */
export const fold: Macro = (call, scope, compile) => {
  const names = call.args.length - 1;
  if (names !== 2 && names !== 3) return undefined;
  const sum = call.args[names - 1];
  if (sum?.kind !== 'name') return undefined;
  const variables = call.args.slice(0, names - 1);
  const body = call.args.slice(names);
  const loop = loopOf({ ...call, args: [...variables, ...body] }, { scope, compile }, names - 1, [sum.name]);
  const [result] = loop?.bodies ?? [];
  const slot = loop?.slots.at(-1);
  if (loop === undefined || result === undefined || slot === undefined) return undefined;
  return (run) => {
    let total: Value = null;
    const walked = loop.each(run, () => {
      run.slots[slot] = total;
      total = result(run);
      return true;
    });
    return walked ? total : null;
  };
};

/** `list.sortBy(e, key)`. */
export const sortBy: Macro = (call, scope, compile) => {
  const loop = loopOf(call, { scope, compile }, 1);
  const [key, ...others] = loop?.bodies ?? [];
  if (loop === undefined || key === undefined || others.length > 0) return undefined;
  const [slot = 0] = loop.slots;
  return (run) => {
    const pairs: { key: Value; element: Value }[] = [];
    const walked = loop.each(run, () => {
      const element = run.slots[slot] ?? null;
      run.allocate(16);
      pairs.push({ key: key(run), element });
      return true;
    });
    run.spend(pairs.length * Math.ceil(Math.log2(pairs.length + 2)));
    return walked ? pairs.sort((a, b) => compare(a.key, b.key)).map(({ element }) => element) : null;
  };
};
