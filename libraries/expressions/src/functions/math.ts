import { fail } from '../failure.ts';
import { adapt } from '../values/adapt.ts';
import { compare } from '../values/compare.ts';
import { isInt, numeric, toInt } from '../values/numbers.ts';
import { Double, isList, Uint, type Value } from '../values/value.ts';
import { define, type FunctionDefinition, type FunctionGroup } from './define.ts';

type Number_ = Extract<Value, number | bigint | Double | Uint>;

function extreme(name: 'greatest' | 'least', sign: 1 | -1): FunctionDefinition {
  return define({
    names: {
      cel: [`math.${name}`, sign === 1 ? 'math.Max' : 'math.Min'],
      template: [sign === 1 ? 'math.Max' : 'math.Min'],
    },
    args: ['...values: any'],
    result: 'number',
    doc: `The ${name} of some numbers, or of a list of numbers.`,
    examples: [{ cel: `math.${name}(3, 1, 2)`, gives: sign === 1 ? 3 : 1 }],
    call: (run, ...given) => {
      const [first] = given;
      const values = given.length === 1 && isList(first) ? first.map(adapt) : given;
      run.spend(values.length);
      let best: Value | undefined;
      for (const value of values) {
        if (numeric(value) === undefined) fail(`math.${name} takes numbers.`);
        if (best === undefined || compare(value, best) * sign > 0) best = value;
      }
      return best ?? fail(`math.${name} needs at least one number.`);
    },
  });
}

const capital = (name: string) => `math.${name.charAt(0).toUpperCase()}${name.slice(1)}`;

/** A function of doubles that gives one. */
function rounding(name: string, doc: string, gives: number, round: (value: number) => number): FunctionDefinition {
  return define({
    names: { cel: [`math.${name}`, capital(name)], template: [capital(name)] },
    args: ['value: double'],
    result: 'double',
    doc,
    examples: [{ cel: `math.${name}(-1.5)`, gives }],
    call: (_, { value }) => new Double(round(value)),
  });
}

function question(name: string, doc: string, ask: (value: number) => boolean): FunctionDefinition {
  return define({
    names: { cel: [`math.${name}`] },
    args: ['value: double'],
    result: 'bool',
    doc,
    examples: [{ cel: `math.${name}(1.0)`, gives: ask(1) }],
    call: (_, { value }) => ask(value),
  });
}

/** A number of the same type with another value. */
function like(value: Number_, change: (value: number) => number, changeBig: (value: bigint) => bigint): Value {
  if (isInt(value)) return toInt(changeBig(BigInt(value)));
  return value instanceof Uint ? value : new Double(change(value.value));
}

const awayFromZero = (value: number) => Math.sign(value) * Math.round(Math.abs(value));

export const math: FunctionGroup = {
  title: 'Numbers',
  functions: [
    extreme('greatest', 1),
    extreme('least', -1),
    rounding('ceil', 'The next whole number above.', -1, Math.ceil),
    rounding('floor', 'The next whole number below.', -2, Math.floor),
    rounding('round', 'The nearest whole number; halves go away from zero.', -2, awayFromZero),
    rounding('trunc', 'The number without its fraction.', -1, Math.trunc),
    question('isNaN', 'Whether a double is not a number.', Number.isNaN),
    question('isInf', 'Whether a double is infinite.', (value) => Math.abs(value) === Number.POSITIVE_INFINITY),
    question('isFinite', 'Whether a double is a finite number.', Number.isFinite),
    define({
      names: { cel: ['math.abs', 'math.Abs'], template: ['math.Abs'] },
      args: ['value: number'],
      result: 'number',
      doc: 'A number without its sign.',
      examples: [{ cel: 'math.abs(-2)', gives: 2 }],
      call: (_, value) => like(value, Math.abs, (whole) => (whole < 0n ? -whole : whole)),
    }),
    define({
      names: { cel: ['math.sign'] },
      args: ['value: number'],
      result: 'number',
      doc: '-1, 0 or 1 as a number is below, at or above zero.',
      examples: [{ cel: 'math.sign(-2.5)', gives: -1 }],
      call: (_, value) =>
        value instanceof Uint
          ? new Uint(value.value > 0 ? 1 : 0)
          : like(value, Math.sign, (whole) => (whole < 0n ? -1n : whole > 0n ? 1n : 0n)),
    }),
    define({
      names: { cel: ['math.sqrt'] },
      args: ['value: number'],
      result: 'double',
      doc: 'The square root.',
      examples: [{ cel: 'math.sqrt(16)', gives: 4 }],
      call: (_, value) => new Double(Math.sqrt(Number(numeric(value)))),
    }),
  ],
};
