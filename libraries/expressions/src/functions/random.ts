import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { fail } from '../failure.ts';
import type { Run } from '../run.ts';
import { adapt } from '../values/adapt.ts';
import { toJson } from '../values/output.ts';
import { Double } from '../values/value.ts';
import { define, type FunctionDefinition, type FunctionGroup } from './define.ts';

const HASHES = [
  ['SHA1', 'sha1'], ['SHA224', 'sha224'], ['SHA256', 'sha256'], ['SHA384', 'sha384'], ['SHA512', 'sha512'],
  ['SHA512_224', 'sha512-224'], ['SHA512_256', 'sha512-256'],
] as const; // biome-ignore format: a list

function hash(name: string, algorithm: string): FunctionDefinition {
  return define({
    names: { cel: [`crypto.${name}`], template: [`crypto.${name}`] },
    args: ['text: string'],
    result: 'string',
    doc: `The ${name} of a text, in hexadecimal digits.`,
    examples: [{ cel: `crypto.${name}("hello")`, gives: createHash(algorithm).update('hello').digest('hex') }],
    call: (run, text) => {
      run.allocate(text.length);
      return createHash(algorithm).update(text).digest('hex');
    },
  });
}

function hashBytes(name: string, algorithm: string): FunctionDefinition {
  const digest = (text: string) => createHash(algorithm).update(text).digest();
  return define({
    names: { cel: [`crypto.${name}Bytes`] },
    args: ['text: string'],
    result: 'bytes',
    doc: `The ${name} of a text, as bytes.`,
    examples: [{ cel: `base64.encode(crypto.${name}Bytes("hello"))`, gives: digest('hello').toString('base64') }],
    call: (run, text) => {
      run.allocate(text.length);
      return Uint8Array.from(digest(text));
    },
  });
}

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');

function pick(run: Run, size: number, from: string): string {
  if (size < 0 || size > 100_000) fail('The length is not between 0 and 100000.');
  run.allocate(size);
  run.spend(size);
  let text = '';
  for (let index = 0; index < size; index++) text += from.charAt(randomInt(from.length));
  return text;
}

function letters(name: string, kind: string, from: string): FunctionDefinition {
  return define({
    names: { cel: [`random.${name}`], template: [`random.${name}`] },
    args: ['size: count'],
    result: 'string',
    doc: `A random text of ${kind}.`,
    examples: [{ cel: `random.${name}(5).size()`, gives: 5 }],
    call: (run, size) => pick(run, size, from),
  });
}

const UUID = /^(?:urn:uuid:|\{)?[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\}?$/i;

/** Groups 16 bytes, after setting version and variant. */
function uuid(bytes: Uint8Array, version: number): string {
  const copy = Buffer.from(bytes.subarray(0, 16));
  copy[6] = ((copy[6] ?? 0) & 0x0f) | (version << 4);
  copy[8] = ((copy[8] ?? 0) & 0x3f) | 0x80;
  return copy.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** Version 1 counts 100 nanoseconds since 1582; the node is random, so that it names no machine. */
function timeBased(): string {
  const ticks = (BigInt(Date.now()) + 12_219_292_800_000n) * 10_000n;
  const bytes = randomBytes(16);
  bytes.writeUInt32BE(Number(ticks & 0xffffffffn), 0);
  bytes.writeUInt16BE(Number((ticks >> 32n) & 0xffffn), 4);
  bytes.writeUInt16BE(Number((ticks >> 48n) & 0x0fffn), 6);
  bytes[10] = (bytes[10] ?? 0) | 1;
  return uuid(bytes, 1);
}

const NIL = '00000000-0000-0000-0000-000000000000';

export const random: FunctionGroup = {
  title: 'Hashes, identifiers and random values',
  functions: [
    ...HASHES.flatMap(([name, algorithm]) => [hash(name, algorithm), hashBytes(name, algorithm)]),
    define({
      names: { cel: ['uuid.V4'], template: ['uuid.V4'] },
      args: [],
      result: 'string',
      doc: 'A new random UUID.',
      examples: [{ cel: 'uuid.IsValid(uuid.V4())', gives: true }],
      call: () => randomUUID(),
    }),
    define({
      names: { cel: ['uuid.V1'], template: ['uuid.V1'] },
      args: [],
      result: 'string',
      doc: 'A new UUID made from the current time.',
      examples: [{ cel: 'uuid.V1().charAt(14)', gives: '1' }],
      call: timeBased,
    }),
    define({
      names: { cel: ['uuid.Nil'], template: ['uuid.Nil'] },
      args: [],
      result: 'string',
      doc: 'The UUID of zeros.',
      examples: [{ cel: 'uuid.Nil()', gives: NIL }],
      call: () => NIL,
    }),
    define({
      names: { cel: ['uuid.IsValid'], template: ['uuid.IsValid'] },
      args: ['text: string'],
      result: 'bool',
      doc: 'Whether a text is a UUID.',
      examples: [{ cel: 'uuid.IsValid("2a42e576-c308-4db9-8525-0513af307586")', gives: true }],
      call: (_, text) => UUID.test(text),
    }),
    define({
      names: { cel: ['uuid.Parse'], template: ['uuid.Parse'] },
      args: ['text: string'],
      result: 'string',
      doc: 'A UUID in its usual form.',
      examples: [
        { cel: 'uuid.Parse("{2A42E576-C308-4DB9-8525-0513AF307586}")', gives: '2a42e576-c308-4db9-8525-0513af307586' },
      ],
      call: (_, text) =>
        UUID.test(text)
          ? text.toLowerCase().replace(/^urn:uuid:|[{}]/g, '')
          : fail(`"${text.slice(0, 60)}" is not a UUID.`),
    }),
    define({
      names: { cel: ['uuid.HashUUID'], template: ['uuid.HashUUID'] },
      args: ['...values: any'],
      result: 'string',
      doc: 'A UUID that is the same for the same values.',
      examples: [{ cel: 'uuid.HashUUID("a", 1) == uuid.HashUUID("a", 1)', gives: true }],
      call: (run, ...values) => {
        const sum = createHash('sha256');
        for (const value of values) sum.update(`${typeof value}:${toJson(run, value)}\n`);
        return uuid(sum.digest(), 8);
      },
    }),
    letters('ASCII', 'printable ASCII characters', ASCII),
    letters('Alpha', 'letters', LETTERS),
    letters('AlphaNum', 'letters and digits', `${LETTERS}0123456789`),
    define({
      names: { cel: ['random.String'], template: ['random.String'] },
      args: ['size: count', 'range?: list'],
      result: 'string',
      doc: 'A random text of letters and digits, or of the characters from one to another.',
      examples: [{ cel: 'random.String(4, ["a", "d"]).matches("^[a-d]{4}$")', gives: true }],
      call: (run, size, range = []) => {
        const [first, last] = range.map(String);
        if (first === undefined || last === undefined) return pick(run, size, `${LETTERS}0123456789-_`);
        const [from, until] = [first.charCodeAt(0), last.charCodeAt(0)];
        if (!(from <= until)) fail('The range ends before it begins.');
        return pick(
          run,
          size,
          Array.from({ length: until - from + 1 }, (_, index) => String.fromCharCode(from + index)).join(''),
        );
      },
    }),
    define({
      names: { cel: ['random.Item'], template: ['random.Item'] },
      args: ['list: list'],
      result: 'any',
      doc: 'A random element of a list.',
      examples: [{ cel: 'random.Item(["a"])', gives: 'a' }],
      call: (_, list) => (list.length === 0 ? fail('The list is empty.') : adapt(list[randomInt(list.length)])),
    }),
    define({
      names: { cel: ['random.Number'], template: ['random.Number'] },
      args: ['least: count', 'most: count'],
      result: 'int',
      doc: 'A random integer between two others, both included.',
      examples: [{ cel: 'random.Number(3, 3)', gives: 3 }],
      call: (_, least, most) => {
        if (!(most >= least && most - least < 2 ** 47)) fail('The range is empty or too large.');
        return least + randomInt(most - least + 1);
      },
    }),
    define({
      names: { cel: ['random.Float'], template: ['random.Float'] },
      args: ['least: number', 'most: number'],
      result: 'double',
      doc: 'A random number between two others.',
      examples: [{ cel: 'random.Float(1, 2) >= 1.0', gives: true }],
      call: (_, least, most) => {
        const [from, until] = [least, most].map((value) => Number(typeof value === 'object' ? value.value : value)) as [
          number,
          number,
        ];
        return new Double(from + (randomInt(2 ** 47) / 2 ** 47) * (until - from));
      },
    }),
  ],
};
