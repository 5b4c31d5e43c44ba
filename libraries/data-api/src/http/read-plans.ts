import { Lru } from 'toad-cache';
import type { Statement } from '../execute/statement.ts';
import type { QueryPairs } from '../request/tree.ts';
import type { Access } from '../schema/model.ts';

/** What a read is planned to be; the statement depends on whether it counts. */
export interface ReadPlan {
  readonly offset: number;
  statement(count: 'exact' | undefined): Statement;
  /** All rows that match, to be explained. */
  estimate(): Statement;
}

/** Plans of requests that differ in the values of their filters alone. */
export interface ReadPlans {
  /**
   * @param kind What the plan depends on beside the query and the rights.
   * @param plan Plans a query; must not keep anything of the request. What it throws is thrown on.
   */
  get(access: Access, kind: string, query: QueryPairs, plan: (query: QueryPairs) => ReadPlan): ReadPlan;
}

/** Of one role; a changed schema or right makes new ones. */
const KEPT = 500;
/** Longer requests are seldom sent twice. */
const LONGEST_KEY = 4096;

/** Filters whose value is bound as it is, whatever it is. */
const PLAIN_FILTER = /^(?:not\.)?(?:eq|neq|gte?|lte?)\./;
const CONTROL = /(?:^|\.)(?:select|order|limit|offset|and|or|columns|on_conflict)$/;

export function createReadPlans(): ReadPlans {
  const known = new WeakMap<Access, Lru<Known>>();
  return {
    get(access, kind, query, plan) {
      const { key, values, marked } = shapeOf(kind, query);
      if (key.length > LONGEST_KEY) return plan(query);
      const plans = known.get(access) ?? new Lru<Known>(KEPT);
      known.set(access, plans);
      const found = plans.get(key) ?? remember(marked, plan);
      if (!found) return plan(query);
      plans.set(key, found);
      return {
        offset: found.plan.offset,
        statement: (count) => fill(templateOf(found, count, values.length), values) ?? plan(query).statement(count),
        estimate: () => plan(query).estimate(),
      };
    },
  };
}

interface Known {
  readonly plan: ReadPlan;
  /** By count; null for a statement whose values have no places of their own. */
  readonly templates: Map<'exact' | undefined, Template | null>;
}

interface Template {
  readonly statement: Statement;
  /** For each value of the statement the value of the request that it is, undefined for one of its own. */
  readonly places: readonly (number | undefined)[];
}

interface Shape {
  readonly key: string;
  readonly values: readonly string[];
  /** The query with a mark in place of each value. */
  readonly marked: QueryPairs;
}

/** No request can guess a mark. */
const SECRET = crypto.randomUUID();
const markOf = (place: number) => `${SECRET}:${place};`;

function shapeOf(kind: string, query: QueryPairs): Shape {
  const values: string[] = [];
  const marked = query.map(([name, value]): readonly [string, string] => {
    const [filter] = CONTROL.test(name) ? [] : (PLAIN_FILTER.exec(value) ?? []);
    if (filter === undefined) return [name, value];
    return [name, filter + markOf(values.push(value.slice(filter.length)) - 1)];
  });
  return { key: JSON.stringify([kind, marked]), values, marked };
}

/** @returns undefined for a query that is refused: its refusal is to name what was really sent. */
function remember(marked: QueryPairs, plan: (query: QueryPairs) => ReadPlan): Known | undefined {
  try {
    return { plan: plan(marked), templates: new Map() };
  } catch {
    return undefined;
  }
}

function templateOf({ plan, templates }: Known, count: 'exact' | undefined, values: number): Template | null {
  const known = templates.get(count);
  if (known !== undefined) return known;
  const made = makeTemplate(plan, count, values);
  templates.set(count, made);
  return made;
}

function makeTemplate(plan: ReadPlan, count: 'exact' | undefined, values: number): Template | null {
  try {
    const statement = plan.statement(count);
    const marks = Array.from({ length: values }, (_, place) => markOf(place));
    const places = statement.values.map((value) => {
      const place = value === null ? -1 : marks.indexOf(value);
      return place < 0 ? undefined : place;
    });
    // A mark elsewhere is one that was put together with something: such a statement is made anew each time.
    const isWhole = marks.every((_, place) => places.includes(place));
    const isElsewhere = statement.values.some((value, at) => places[at] === undefined && value?.includes(SECRET));
    return isWhole && !isElsewhere && !statement.text.includes(SECRET) ? { statement, places } : null;
  } catch {
    return null;
  }
}

function fill(template: Template | null, values: readonly string[]): Statement | undefined {
  if (!template) return undefined;
  const { statement, places } = template;
  const filled = statement.values.map((value, at) => {
    const place = places[at];
    return place === undefined ? value : (values[place] ?? null);
  });
  return { ...statement, values: filled };
}
