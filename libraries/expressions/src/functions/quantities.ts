import { fail } from '../failure.ts';
import type { Run } from '../run.ts';
import { adapt } from '../values/adapt.ts';
import { getKey, mapFrom } from '../values/maps.ts';
import { canonical, numeric, toInt } from '../values/numbers.ts';
import { Double, type Int, isMap, type List, type Value } from '../values/value.ts';
import { define, type FunctionDefinition, type FunctionGroup } from './define.ts';

const SUFFIXES: ReadonlyMap<string, number> = new Map([
  ['n', 1e-9], ['u', 1e-6], ['m', 1e-3], ['', 1], ['k', 1e3], ['M', 1e6], ['G', 1e9], ['T', 1e12], ['P', 1e15], ['E', 1e18],
  ['Ki', 2 ** 10], ['Mi', 2 ** 20], ['Gi', 2 ** 30], ['Ti', 2 ** 40], ['Pi', 2 ** 50], ['Ei', 2 ** 60],
]); // biome-ignore format: a list

/** The number of a quantity such as 500m or 10Ki, in whole units of a thousandth or of one. */
export function quantity(given: Value, unit: number): Int {
  const number = numeric(given);
  if (number !== undefined) return canonical(BigInt(Math.trunc(Number(number) / unit)));
  const parts =
    typeof given === 'string' ? /^([+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)([A-Za-z]{0,2})$/.exec(given.trim()) : null;
  if (parts === null) return fail('This is not a quantity such as 500m or 10Ki.');
  const [, digits = '', suffix = ''] = parts;
  const binary = suffix.length === 2 ? suffix.charAt(0).toUpperCase() + suffix.slice(1) : suffix;
  const factor = SUFFIXES.get(binary) ?? fail(`"${suffix}" is not a unit of a quantity.`);
  // Divided last: 15000000n is 15 thousandths, and a product with 1e-9 would fall just below.
  const value = factor < 1 ? Number(digits) / Math.round(1 / factor) / unit : (Number(digits) * factor) / unit;
  return toInt(BigInt(Math.trunc(Number(value.toPrecision(15)))));
}

function numbers(list: List): Value[] {
  return list.map((item) => {
    const value = adapt(item);
    return numeric(value) === undefined ? fail('The list holds something that is not a number.') : value;
  });
}

function exact(value: number): Value {
  return Number.isSafeInteger(value) ? value : new Double(value);
}

function combine(
  name: string,
  doc: string,
  gives: number,
  start: number,
  join: (a: number, b: number) => number,
): FunctionDefinition {
  return define({
    names: { cel: [`math.${name}`] },
    args: ['numbers: list'],
    result: 'number',
    doc,
    examples: [{ cel: `math.${name}([1, 2, 4])`, gives }],
    call: (run, list) => {
      run.spend(list.length);
      return exact(numbers(list).reduce<number>((sum, value) => join(sum, Number(numeric(value))), start));
    },
  });
}

function pair(name: string, doc: string, gives: number, join: (a: number, b: number) => number): FunctionDefinition {
  return define({
    names: { cel: [`math.${name}`], template: [`math.${name}`, name.toLowerCase()] },
    args: ['a: number', 'b: number'],
    result: 'number',
    doc,
    examples: [{ cel: `math.${name}(9, 2)`, gives }],
    call: (_, a, b) => exact(join(Number(numeric(a)), Number(numeric(b)))),
  });
}

const nonzero = (value: number) => (value === 0 ? fail('Division by zero.') : value);

export const quantities: FunctionGroup = {
  title: 'Sums, quantities and labels',
  functions: [
    combine('Add', 'The sum of a list of numbers.', 7, 0, (a, b) => a + b),
    combine('Mul', 'The product of a list of numbers.', 8, 1, (a, b) => a * b),
    pair('Sub', 'The difference of two numbers.', 7, (a, b) => a - b),
    pair('Div', 'The quotient of two numbers.', 4.5, (a, b) => a / nonzero(b)),
    pair('Rem', 'The remainder of a division.', 1, (a, b) => a % nonzero(b)),
    pair('Pow', 'A number to the power of another.', 81, (a, b) => a ** b),
    define({
      names: { cel: ['.sum'] },
      args: ['numbers: list'],
      result: 'number',
      doc: 'The sum of a list of numbers.',
      examples: [{ cel: '[1, 2, 3].sum()', gives: 6 }],
      call: (run, list) => {
        run.spend(list.length);
        return exact(numbers(list).reduce<number>((sum, value) => sum + Number(numeric(value)), 0));
      },
    }),
    define({
      names: { cel: ['math.Seq'] },
      args: ['bounds: list'],
      result: 'list',
      doc: 'The integers from one to another, both included, with a step if a third number is given.',
      examples: [{ cel: 'math.Seq([1, 6, 2])', gives: [1, 3, 5] }],
      call: (run, bounds) => {
        const [start = 1, end = start, step = start <= end ? 1 : -1] = numbers(bounds).map((value) =>
          Number(numeric(value)),
        );
        if (step === 0 || !Number.isSafeInteger(step)) fail('The step is 0 or not a whole number.');
        const size = Math.max(0, Math.floor((end - start) / step) + 1);
        run.allocate(8 * size);
        return Array.from({ length: size }, (_, index) => start + index * step);
      },
    }),
    define({
      names: { cel: ['k8s.cpuAsMillicores'], template: ['k8s.cpuAsMillicores'] },
      args: ['quantity: any'],
      result: 'int',
      doc: 'The thousandths of a processor that a quantity of Kubernetes names.',
      examples: [
        { cel: 'k8s.cpuAsMillicores("0.5")', gives: 500 },
        { cel: 'k8s.cpuAsMillicores("15000000n")', gives: 15 },
      ],
      call: (_, given) => quantity(given, 0.001),
    }),
    define({
      names: { cel: ['k8s.memoryAsBytes'], template: ['k8s.memoryAsBytes'] },
      args: ['quantity: any'],
      result: 'int',
      doc: 'The bytes that a quantity of Kubernetes names.',
      examples: [
        { cel: 'k8s.memoryAsBytes("10Ki")', gives: 10240 },
        { cel: 'k8s.memoryAsBytes("1.234gi")', gives: 1324997410 },
      ],
      call: (_, given) => quantity(given, 1),
    }),
    define({
      names: { cel: ['fromAWSMap', 'aws.fromAWSMap'], template: ['fromAWSMap', 'aws.fromAWSMap'] },
      args: ['list: list'],
      result: 'map',
      doc: 'A map of a list of names with values, as AWS gives it.',
      examples: [{ cel: 'aws.fromAWSMap([{"Name": "hello", "Value": "world"}])', gives: { hello: 'world' } }],
      call: (run, list) => {
        run.allocate(16 * list.length);
        return mapFrom(
          list.map((item) => {
            const entry = adapt(item);
            const name = isMap(entry) ? (getKey(entry, 'Name') ?? getKey(entry, 'Key')) : undefined;
            if (typeof name !== 'string' || !isMap(entry)) return fail('The elements are maps with Name and Value.');
            return [name, getKey(entry, 'Value') ?? null] as const;
          }),
        );
      },
    }),
    define({
      names: { cel: ['arnToMap', 'aws.arnToMap'], template: ['arnToMap', 'aws.arnToMap'] },
      args: ['arn: string'],
      result: 'map',
      doc: 'The service, region, account and resource of an ARN.',
      examples: [
        {
          cel: 'aws.arnToMap("arn:aws:sns:eu-west-1:123:topic")',
          gives: { service: 'sns', region: 'eu-west-1', account: '123', resource: 'topic' },
        },
      ],
      call: (_, arn) => {
        const [prefix, , service = '', region = '', account = '', ...resource] = arn.split(':');
        if (prefix !== 'arn' || resource.length === 0) fail(`"${arn.slice(0, 60)}" is not an ARN.`);
        const parts: [string, Value][] = [
          ['service', service],
          ['region', region],
          ['account', account],
          ['resource', resource.join(':')],
        ];
        return mapFrom(parts);
      },
    }),
    define({
      names: { cel: ['keyValToMap'], template: ['keyValToMap'] },
      args: ['text: string'],
      result: 'map',
      doc: 'The map of a text such as a=b,c=d.',
      examples: [{ cel: 'keyValToMap("a=b,c=d")', gives: { a: 'b', c: 'd' } }],
      call: (run, text) => {
        run.allocate(8 * text.length);
        const pairs = text.split(',').filter((part) => part.includes('='));
        return mapFrom(
          pairs.map(
            (part) => [part.slice(0, part.indexOf('=')).trim(), part.slice(part.indexOf('=') + 1).trim()] as const,
          ),
        );
      },
    }),
    define({
      names: { cel: ['matchLabel'], template: ['matchLabel'] },
      args: ['labels: map', 'key: string', 'patterns: string'],
      result: 'bool',
      doc: 'Whether a label matches one of some patterns between commas: * stands for anything, ! for anything else, !* for no label.',
      examples: [
        { cel: 'matchLabel({"region": "us-east-1"}, "region", "eu-*,us-*")', gives: true },
        { cel: 'matchLabel({}, "region", "!*")', gives: true },
      ],
      call: (run, labels, key, patterns) => {
        const value = getKey(labels, key);
        return patterns
          .split(',')
          .map((part) => part.trim())
          .some((part) => {
            if (part === '!*') return value === undefined;
            const negated = part.startsWith('!');
            if (typeof value !== 'string') return negated;
            return labelMatches(run, negated ? part.slice(1) : part, value) !== negated;
          });
      },
    }),
  ],
};

function labelMatches(run: Run, pattern: string, value: string): boolean {
  run.allocate(value.length);
  const parts = pattern.split('*');
  const [first = '', last = ''] = [parts[0], parts.at(-1)];
  if (parts.length === 1) return value === pattern;
  if (value.length < first.length + last.length || !value.startsWith(first) || !value.endsWith(last)) return false;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    at = value.indexOf(part, at);
    if (at < 0) return false;
    at += part.length;
  }
  return at <= value.length - last.length;
}
