import { fail } from '../../failure.ts';
import type { Kind } from '../../functions/define.ts';
import { type FunctionIndex, matches, type Overload, takes, templateSignature } from '../../functions/overloads.ts';
import type { Run } from '../../run.ts';
import { canonical } from '../../values/numbers.ts';
import { print } from '../../values/print.ts';
import { describe } from '../../values/types.ts';
import { Double, isList, isMap, type Value } from '../../values/value.ts';
import { unwrap } from './access.ts';
import type { Given } from './frame.ts';

/** A function under a name. A name that the table writes with a leading bar takes the first argument last, as pipelines give it. */
interface Candidate {
  readonly overload: Overload;
  readonly subjectLast: boolean;
}

/** The functions that a template may call: first those of the caller, then those that are built in. */
export class FunctionNames {
  readonly #indexes: readonly FunctionIndex[];

  constructor(indexes: readonly FunctionIndex[]) {
    this.#indexes = indexes;
  }

  find(name: string): readonly Candidate[] | undefined {
    for (const index of this.#indexes) {
      const found = [
        ...(index.get(name) ?? []).map((overload) => ({ overload, subjectLast: false })),
        ...(index.get(`|${name}`) ?? []).map((overload) => ({ overload, subjectLast: true })),
      ];
      if (found.length > 0) return found;
    }
    return undefined;
  }

  all(): string[] {
    return this.#indexes.flatMap((index) => [...index.keys()].map((name) => name.replace('|', '')));
  }
}

/** A function that takes the values of a call, or what is wrong with their number. */
export function callable(
  name: string,
  candidates: readonly Candidate[],
  count: number,
): ((run: Run, values: Value[]) => Given) | string {
  const fitting = candidates.filter(({ overload }) => takes(overload, count));
  if (fitting.length === 0)
    return `${candidates.map((candidate) => form(name, candidate)).join(' or ')} cannot be called with ${count} arguments.`;
  return (run, values) => {
    for (const { overload, subjectLast } of fitting) {
      const args = ordered(values, subjectLast);
      if (matches(overload, args)) return apply(run, overload, args);
    }
    if (run.tolerant && values.includes(null)) return null;
    for (const { overload, subjectLast } of fitting) {
      const args = converted(run, overload, ordered(values, subjectLast));
      if (args !== undefined) return apply(run, overload, args);
    }
    const forms = fitting.map((candidate) => form(name, candidate)).join(' or ');
    return fail(`${forms} cannot be called with (${values.map(describe).join(', ')}).`);
  };
}

function apply(run: Run, { definition }: Overload, args: readonly Value[]): Given {
  if (run.tolerant && definition.takesNull !== true && args.includes(null)) return null;
  return unwrap(definition.call(run, ...args));
}

function ordered(values: Value[], subjectLast: boolean): Value[] {
  const last = values.at(-1);
  return subjectLast && last !== undefined ? [last, ...values.slice(0, -1)] : values;
}

/** The arguments where they can stand for what the function takes: numbers for texts, texts of digits for numbers. */
function converted(run: Run, overload: Overload, values: readonly Value[]): Value[] | undefined {
  const { args } = overload.definition;
  const list = values.map((value, index) => convert(run, value, kindOf(args[Math.min(index, args.length - 1)] ?? '')));
  return matches(overload, list) ? list : undefined;
}

function kindOf(argument: string): string {
  return argument.slice(argument.indexOf(': ') + 2);
}

function convert(run: Run, value: Value, kind: string): Value {
  const to = kind as Kind;
  if (to === 'string') return value === null || isList(value) || isMap(value) ? value : print(run, value);
  if (typeof value === 'string' && value.length < 30) {
    if (/^[-+]?\d+$/.test(value) && (to === 'number' || to === 'int' || to === 'count'))
      return canonical(BigInt(value.replace('+', '')));
    if (to === 'number' && /^[-+]?\d+\.\d+$/.test(value)) return new Double(Number(value));
  }
  if (value instanceof Double && (to === 'count' || to === 'int') && Number.isSafeInteger(value.value))
    return value.value;
  if (typeof value === 'number' && to === 'double') return new Double(value);
  return value;
}

function form(name: string, { overload, subjectLast }: Candidate): string {
  return templateSignature(subjectLast ? `|${name}` : name, overload.definition.args);
}
