import { fail } from '../failure.ts';
import { toUint, canonical } from '../values/numbers.ts';
import type { Int } from '../values/value.ts';
import { define, type FunctionDefinition, type FunctionGroup } from './define.ts';

const signed = (value: bigint) => canonical(BigInt.asIntN(64, value));
const unsigned = (value: bigint) => toUint(BigInt.asUintN(64, value));

function pair(name: string, doc: string, gives: number, join: (a: bigint, b: bigint) => bigint): FunctionDefinition[] {
  const shared = { names: { cel: [`math.${name}`] }, doc };
  return [
    define({
      ...shared,
      args: ['a: int', 'b: int'],
      result: 'int',
      examples: [{ cel: `math.${name}(5, 3)`, gives }],
      call: (_, a, b) => signed(join(BigInt(a), BigInt(b))),
    }),
    define({
      ...shared,
      args: ['a: uint', 'b: uint'],
      result: 'uint',
      examples: [{ cel: `math.${name}(5u, 3u)`, gives }],
      call: (_, a, b) => unsigned(join(BigInt(a.value), BigInt(b.value))),
    }),
  ];
}

/** Shifts happen on the 64 bits of a number, whatever its sign; by 64 and more nothing is left. */
function shift(
  name: string,
  doc: string,
  gives: number,
  move: (value: bigint, by: bigint) => bigint,
): FunctionDefinition[] {
  const shared = { names: { cel: [`math.${name}`] }, doc };
  const moved = (value: Int, by: number) => {
    if (by < 0) fail(`A shift by ${by} is not possible.`);
    return by >= 64 ? 0n : move(BigInt.asUintN(64, BigInt(value)), BigInt(by));
  };
  return [
    define({
      ...shared,
      args: ['value: int', 'by: count'],
      result: 'int',
      examples: [{ cel: `math.${name}(6, 1)`, gives }],
      call: (_, value, by) => signed(moved(value, by)),
    }),
    define({
      ...shared,
      args: ['value: uint', 'by: count'],
      result: 'uint',
      examples: [{ cel: `math.${name}(6u, 1)`, gives }],
      call: (_, value, by) => unsigned(moved(value.value, by)),
    }),
  ];
}

export const bits: FunctionGroup = {
  title: 'Bits',
  functions: [
    ...pair('bitAnd', 'The bits that both numbers have.', 1, (a, b) => a & b),
    ...pair('bitOr', 'The bits that one of the numbers has.', 7, (a, b) => a | b),
    ...pair('bitXor', 'The bits that only one of the numbers has.', 6, (a, b) => a ^ b),
    ...shift('bitShiftLeft', 'The bits of a number, moved up.', 12, (value, by) => value << by),
    ...shift('bitShiftRight', 'The bits of a number, moved down.', 3, (value, by) => value >> by),
    define({
      names: { cel: ['math.bitNot'] },
      args: ['value: int'],
      result: 'int',
      doc: 'A number with every bit turned over.',
      examples: [{ cel: 'math.bitNot(5)', gives: -6 }],
      call: (_, value) => signed(~BigInt(value)),
    }),
    define({
      names: { cel: ['math.bitNot'] },
      args: ['value: uint'],
      result: 'uint',
      doc: 'A number with every bit turned over.',
      examples: [{ cel: 'math.bitNot(0u) == 18446744073709551615u', gives: true }],
      call: (_, value) => unsigned(~BigInt(value.value)),
    }),
  ],
};
