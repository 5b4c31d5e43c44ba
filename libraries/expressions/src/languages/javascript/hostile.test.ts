import { monitorEventLoopDelay } from 'node:perf_hooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { compile, ExpressionError } from '../../compile.ts';
import { DEFAULT_LIMITS } from '../../limits.ts';
import type { Environment } from '../../run.ts';
import { heldMemory } from '../../testing/held-memory.ts';
import { loadEngine } from './engine.ts';
import { evaluateScript } from './sandbox.ts';

const limits = { time: 300 };

async function outcome(text: string, env: Environment = {}): Promise<unknown> {
  return compile('javascript', text, { limits })
    .evaluate(env)
    .catch((error: unknown) => error);
}

/** What would take minutes, or all memory, or get out of the sandbox, if nothing stopped it. */
const HOSTILE: readonly (readonly [name: string, text: string, env: Environment])[] = [
  ['an endless loop', 'while (true);', {}],
  ['an endless loop in a callback', '[1, 2].sort(function () { while (true); })', {}],
  ['a list without end', 'var a = []; while (true) a.push("x".repeat(100) + a.length)', {}],
  ['a text without end', 'var s = "x"; while (true) s += s', {}],
  ['deep recursion', 'function f() { return f() + 1 } f()', {}],
  ['a text of 10 MB', `"${'x'.repeat(10_000_000)}"`, {}],
  ['a result of 10 MB', '"x".repeat(1e7)', {}],
  ['100,000 brackets', '('.repeat(49_000) + '1' + ')'.repeat(49_000), {}],
  ['100,000 brackets for eval', 'eval("(".repeat(50000) + "1" + ")".repeat(50000))', {}],
  ['an exponential pattern', '/(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab")', {}],
  ['a result that holds itself', 'var a = {}; a.a = a; a', {}],
  ['a result that is very deep', 'var a = []; for (var i = 0; i < 200000; i++) a = [a]; a', {}],
  ['a getter that never ends', '({ get x() { while (true); } })', {}],
  ['a getter that throws', '({ get x() { throw new Error("no") } })', {}],
  ['a text function that never ends', 'throw { get message() { while (true); } }', {}],
  ['a function as the result', '(function () {})', {}],
  ['a function as data', 'f()', { f: () => 1 }],
  ['native work that nothing interrupts', 'new Array(1e9).join("x")', {}],
  ['a list of a billion', 'new Array(1e9).fill(0)', {}],
  ['bytes of a billion', 'new Uint8Array(1e9)', {}],
  ['a promise as the result', 'Promise.resolve(1)', {}],
  ['the process by a constructor', 'this.constructor.constructor("return process")()', {}],
  ['a module', 'require("fs")', {}],
  ['a function of the table with a wild pattern', 'regexp.Match("((a{100}){100}){100}", "a")', {}],
];

describe('hostile scripts', () => {
  it.each(HOSTILE)('%s ends with an error', async (_, text, env) => {
    expect(await outcome(text, env)).toBeInstanceOf(ExpressionError);
  });

  it('need no more memory than they may have, and say so', async () => {
    const script = compile('javascript', 'new Uint8Array(1e9)', { limits: { time: 20_000 } });
    await expect(script.evaluate({})).rejects.toThrow(/needs more memory than \d+ MB/);
  });

  it('reach nothing of the process', async () => {
    const names = [
      'process',
      'require',
      'module',
      'global',
      'Buffer',
      'setTimeout',
      'fetch',
      'console',
      'WebAssembly',
      'std',
      'os',
    ];
    expect(await outcome(`[${names.map((name) => `typeof ${name}`).join()}].join()`)).toBe(
      names.map(() => 'undefined').join(),
    );
    expect(await outcome('Object.getPrototypeOf(results) === Object.prototype', { results: {} })).toBe(true);
  });

  it('change no prototype of anybody else', async () => {
    await outcome('Object.prototype.polluted = 1; Array.prototype.map = null; JSON.stringify = null; 1');
    expect(await outcome('[({}).polluted, typeof [].map, typeof JSON.stringify]')).toEqual([
      null,
      'function',
      'function',
    ]);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(await outcome('JSON.parse("{\\"__proto__\\": {\\"x\\": 1}}")')).toEqual(
      Object.assign(Object.create(null), JSON.parse('{"__proto__": {"x": 1}}')),
    );
  });

  it('cost nobody else their evaluation', async () => {
    const stuck = ['new Array(1e9).join("x")', 'while (true);', 'while (true);'].map((text) => outcome(text));
    const others = Array.from({ length: 20 }, (_, index) => outcome(`${index} + 1`));
    expect(await Promise.all(others)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    for (const one of await Promise.all(stuck)) expect(one).toMatchObject({ code: 'limit' });
  });

  it('let the event loop turn while they run', async () => {
    await outcome('1');
    const delay = monitorEventLoopDelay({ resolution: 10 });
    delay.enable();
    await outcome('while (true);');
    delay.disable();
    // The loop would have stood still for the 300 ms of the script; how much less it is depends on the machine.
    expect(delay.percentile(50) / 1e6).toBeLessThan(200);
    expect(delay.count).toBeGreaterThan(3);
  });
});

describe('a sandbox', () => {
  let engine: Awaited<ReturnType<typeof loadEngine>>;
  beforeAll(async () => {
    engine = await loadEngine();
  });

  it('takes no more memory from the system than one script may have', () => {
    const text = 'var all = []; for (;;) all.push(new Uint8Array(100000).fill(1))';
    const limits = { ...DEFAULT_LIMITS, time: 20_000 };
    const outcome = evaluateScript(engine, { text, env: {}, names: [], form: 'value', limits });
    expect(outcome).toMatchObject({
      failure: { message: expect.stringMatching(/needs more memory than \d+ MB/) as string },
    });
    expect(engine.getWasmMemory().buffer.byteLength).toBeLessThan(2 * limits.memory);
    // What it has left behind is enough for the next one.
    const next = { text: '"x".repeat(10000000).length', env: {}, names: [], form: 'value', limits } as const;
    expect(evaluateScript(engine, next)).toEqual({ value: 10_000_000 });
  });

  it('leaves no memory behind', () => {
    const job = {
      text: 'list.map(function (x) { return {x: x, s: "n" + x} }).concat(keys({a: list}))',
      env: { list: [1, 2, 3], when: new Date(0) },
      names: ['list', 'keys'],
      form: 'value',
      limits: DEFAULT_LIMITS,
    } as const;
    const failing = { ...job, text: 'list.nothing.more' };
    const held = () => engine.getWasmMemory().buffer.byteLength + heldMemory();
    const run = (times: number) => {
      for (let round = 0; round < times; round++) {
        evaluateScript(engine, job);
        evaluateScript(engine, failing);
      }
    };
    run(200);
    const before = held();
    run(1000);
    expect(held() - before).toBeLessThan(20_000_000);
  });
});
