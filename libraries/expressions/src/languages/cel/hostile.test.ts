import { describe, expect, it } from 'vitest';
import { compile, ExpressionError } from '../../compile.ts';
import { heldMemory } from '../../testing/held-memory.ts';
import { slowOnes } from '../../testing/thread-time.ts';

const list = Array.from({ length: 2000 }, (_, index) => index);
const env = {
  list,
  text: 'a'.repeat(100_000),
  deep: nested(200_000),
  maps: Array.from({ length: 3000 }, () => ({ name: 'a' })),
  brackets: '['.repeat(60_000),
  ups: '../'.repeat(33_000),
  commas: 'a,'.repeat(30_000),
};

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

function outcome(text: string): ExpressionError | undefined {
  try {
    compile('cel', text).evaluateJson(env);
    return undefined;
  } catch (error) {
    if (error instanceof ExpressionError) return error;
    throw error;
  }
}

const doubling = (start: string, times: number) =>
  Array.from({ length: times })
    .reduce<string>((body) => `cel.bind(x, x + x, ${body})`, 'size(x)')
    .replace(/^/, `cel.bind(x, ${start}, `) + ')';

/** What would take minutes, or all memory, if nothing stopped it. */
const HOSTILE: readonly (readonly [string, string])[] = [
  ['a text of 10 MB', `"${'a'.repeat(10_000_000)}"`],
  ['100,000 brackets', '('.repeat(50_000) + '1' + ')'.repeat(50_000)],
  ['100,000 open lists', '['.repeat(100_000)],
  ['100,000 negations', '!'.repeat(99_000) + 'true'],
  ['a chain of 20,000 sums', `1${'+1'.repeat(20_000)}`],
  ['a chain of 20,000 calls', `"a"${'.trim()'.repeat(14_000)}`],
  ['a chain of 20,000 choices', `${'true?1:'.repeat(14_000)}1`],
  ['loops in loops', 'list.all(a, list.all(b, list.all(c, a + b + c >= 0)))'],
  ['lists of lists', 'list.map(a, list.map(b, list.map(c, c)))'],
  ['failures in loops', 'list.exists(a, list.exists(b, 1 / 0 == a))'],
  ['a doubled string', doubling('"aaaaaaaa"', 40)],
  ['a doubled list', doubling('[1, 2, 3]', 40)],
  ['a string doubled by a fold', 'list.fold(e, sum, e == 0 ? "aa" : sum + sum)'],
  ['a list doubled by a fold', 'list.fold(e, sum, e == 0 ? [1] : sum + sum)'],
  ['a large range', 'range(1000000000)'],
  ['a large sequence', 'math.Seq([1, 1000000000])'],
  ['a large repetition', '"ab".repeat(1000000000)'],
  ['a repetition by a replacement', 'text.replace("a", text)'],
  ['a replacement of nothing', 'text.replaceAll("", text)'],
  ['a large join', 'list.map(x, text).join("")'],
  ['a large format', '"%s".format([list.map(x, list)])'],
  ['a wide indent', 'text.indent(1000, text)'],
  ['a large JSON', 'list.map(x, list).toJSON()'],
  ['a large result', '[text, text, text, text, text, text, text, text, text, text, text]'],
  ['costly sets', 'sets.contains(list.map(x, [x]), list.map(x, [x]))'],
  ['costly uniqueness', 'list.map(x, [x]).uniq()'],
  ['deep data as JSON', 'deep.toJSON()'],
  ['deep data as a result', 'deep'],
  ['deep data flattened', 'deep.flatten()'],
  ['deep data compared', 'deep == [deep]'],
  ['a pattern on a long text', 'text.matches("(a*)*b")'],
  ['a pattern that repeats repetitions', '"a".matches("((a{100}){100}){100}")'],
  ['a pattern that cannot be read', '"a".matches("(")'],
  [
    'aliases that multiply',
    `YAML("a: &a [1,1,1,1,1,1,1,1,1]\\n${'bcdefgh'.replace(/./g, (at) => `${at}: &${at} [${Array.from({ length: 9 }, () => `*${String.fromCharCode(at.charCodeAt(0) - 1)}`).join(',')}]\\n`)}")`,
  ],
  ['deep JSON', `JSON("[".repeat(300000))`],
  ['deep YAML', `YAML("[".repeat(5000))`],
  ['deep TOML', `TOML("a = " + "[".repeat(5000))`],
  ['a time zone that does not exist', 'timestamp(0).getHours("Mars/Base")'],
  ['a layout that means nothing', 'time.Parse("nothing", "2020")'],
  ['bytes that are not UTF-8', 'string(b"\\xff")'],
  ['a random text without end', 'random.Alpha(1000000000)'],
  ['shared lists flattened', '[range(40).fold(e, all, [all, all])].flatten().size()'],
  ['a pattern of its own for each element', 'range(50000).map(x, "a".matches("a" + string(x) + "(x{20}){20}"))'],
  ['a wrong pattern for each element', 'jsonpath("$[?match(@.name, \\"[\\")]", maps)'],
  ['a file pattern of brackets', 'filepath.Match(brackets, "a")'],
  ['a path of many steps up', 'filepath.Clean(ups)'],
  ['a path of many steps up, joined', 'filepath.Join([ups])'],
  ['the way to a path of many steps up', 'filepath.Rel("a", ups)'],
  ['a CSV of many cells', 'CSV([commas]).size()'],
  ['a shift without end', 'math.bitShiftLeft(1, -1)'],
];

describe('hostile expressions', () => {
  it.each(HOSTILE)('%s ends with an error', (_, text) => {
    expect(outcome(text)).toBeInstanceOf(ExpressionError);
  });

  it('match patterns that are exponential elsewhere', () => {
    const program = compile('cel', 'text.matches("(a|aa)+$") && !text.matches("(a*)*b") && !text.matches("(a|a)*c")');
    expect(program.evaluate({ text: 'a'.repeat(2000) })).toBe(true);
  });

  it('never hold up the event loop for long', () => {
    expect(slowOnes(HOSTILE, outcome)).toEqual([]);
  });

  it.each([
    ['maps', 'range(40).fold(e, all, {"a": all, "b": all})'],
    ['lists', '[range(40).fold(e, all, [all, all])].flatten().size()'],
  ])('count each of the small %s that are shared', (_, text) => {
    expect(() => compile('cel', text).evaluate({})).toThrow(/more than \d+ steps/);
  });

  it('leave no memory behind', () => {
    const program = compile(
      'cel',
      'list.filter(x, x % 2 == 0).map(x, string(x)).join(",").size() > 0 && text.contains("b")',
    );
    const small = { list: [1, 2, 3], text: 'abc' };
    for (let round = 0; round < 10_000; round++) program.evaluate(small);
    const before = heldMemory();
    for (let round = 0; round < 100_000; round++) program.evaluate(small);
    expect(heldMemory() - before).toBeLessThan(30_000_000);
  });
});
