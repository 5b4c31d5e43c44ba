import { describe, expect, it } from 'vitest';
import { compile, ExpressionError } from '../../compile.ts';
import type { Environment } from '../../run.ts';

function value(text: string, env: Environment = {}): Promise<unknown> {
  return compile('javascript', text).evaluate(env);
}

async function errorOf(text: string, env: Environment = {}): Promise<ExpressionError> {
  const outcome = await value(text, env).catch((error: unknown) => error);
  if (outcome instanceof ExpressionError) return outcome;
  throw new Error(`${text} gave ${String(outcome)} in place of an error`);
}

describe('a script', () => {
  it.each([
    ['1 + 1', 2],
    ['var sum = 0; for (var i = 1; i <= 4; i++) sum += i; sum', 10],
    ['function twice(x) { return 2 * x } [1, 2].map(twice)', [2, 4]],
    ['results.items.filter(function (one) { return one.ok }).length', 2],
    [
      'JSON.stringify({code: results.code, list: results.items.map((one) => one.name)})',
      '{"code":200,"list":["a","b","c"]}',
    ],
    ['JSON.parse("[1, 2]")[1] + parseInt("40") + Number("1")', 43],
    ['this["odd-name"]', 'odd'],
    ['typeof nothing === "undefined"', true],
    ['"abc".startsWith("ab") && "abc".endsWith("bc")', true],
    ['undefined', null],
    ['implicit = 5; implicit', 5],
  ])('gives its last value: %s', async (text, expected) => {
    const items = [{ name: 'a', ok: true }, { name: 'b' }, { name: 'c', ok: true }];
    expect(await value(text, { results: { code: 200, items }, 'odd-name': 'odd' })).toEqual(expected);
  });

  it('has underscore', async () => {
    expect(await value('_.map({a: 1, b: 2}, function (n) { return n + 1 })')).toEqual([2, 3]);
    expect(await value('_.chain([3, 1, 2]).sortBy().reject(function (n) { return n == 2 }).value()')).toEqual([1, 3]);
    expect(await value('_.uniq([1, 2, 1]).length + _.max([4, 2, 55])')).toBe(57);
  });

  it('has the functions of the table that are called without a receiver', async () => {
    expect(await value('regexp.Find("[0-9]+", "abc123")')).toBe('123');
    expect(await value('math.Add([1, 2]) + keys({b: 1, a: 2}).join("")')).toBe('3ab');
    expect(await value('k8s.cpuAsMillicores("0.5")')).toBe(500);
    expect(await value('time.Parse("2006-01-02", "2024-05-06").getTime()')).toBe(Date.UTC(2024, 4, 6));
    expect((await errorOf('1 + regexp.Match("(", "a")')).message).toMatch(/^The regular expression/);
  });

  it('lets a variable win over a function of the same name', async () => {
    expect(await value('keys + 1', { keys: 1 })).toBe(2);
  });

  it('has the helpers for Kubernetes', async () => {
    const pod = {
      metadata: { name: 'web', namespace: 'shop', uid: 'u1', labels: { app: 'web', 'pod-template-hash': 'x' } },
      spec: { nodeName: 'node-1' },
      status: { podIP: '10.0.0.1', conditions: [{ type: 'Ready', status: 'True' }] },
    };
    expect(await value('k8s.getPodTopology(pods)', { pods: [pod] })).toEqual([
      {
        name: 'web', namespace: 'shop', type: 'KubernetesPod', external_id: 'u1', labels: { app: 'web' },
        status: 'healthy', status_reason: '',
        properties: [{ name: 'node', text: 'node-1' }, { name: 'ip', text: '10.0.0.1' }],
      },
    ]); // biome-ignore format: one object
    expect(await value('k8s.conditions.isReady(pod)', { pod })).toBe(true);
    expect(await value('fromSI("1Ki") + fromMillicores("2m")')).toBe(1026);
    const alert = {
      labels: { alertname: 'Full', severity: 'page', disk: 'sda' },
      annotations: { summary: 'disk is full' },
    };
    expect(await value('k8s.getAlerts(alerts)', { alerts: [alert] })).toEqual([
      { name: 'Full', labels: { disk: 'sda' }, severity: 'page', message: 'disk is full' },
    ]);
  });

  it('takes and gives moments, bytes and big integers as what they are', async () => {
    const env = { when: new Date(5), bytes: new Uint8Array([1, 255]), id: 2n ** 60n, text: '\u0000d2020' };
    expect(await value('[when.getTime(), bytes[1], id + 1n, text]', env)).toEqual([
      5,
      255,
      2n ** 60n + 1n,
      '\u0000d2020',
    ]);
    expect(await value('({when: when, bytes: bytes, text: text, none: NaN})', env)).toEqual({
      when: '1970-01-01T00:00:00.005Z',
      bytes: new Uint8Array([1, 255]),
      text: '\u0000d2020',
      none: Number.NaN,
    });
    expect(await compile('javascript', 'id').evaluateJson(env)).toBe('1152921504606846976');
  });

  it('renders what JavaScript makes a text of', async () => {
    const text = (script: string) => compile('javascript', script).render({});
    expect(await text('[1, 2, 4]')).toBe('1,2,4');
    expect(await text('null')).toBe('');
    expect(await text('2.50')).toBe('2.5');
    expect(await text('true')).toBe('true');
  });

  it('names the place of an error', async () => {
    const [syntax] = compile('javascript', 'var a = 1;\nvar b = ;').errors;
    expect(syntax).toMatchObject({ code: 'syntax', line: 2, column: 9 });
    expect(await errorOf('var a = 1;\n  null.foo')).toMatchObject({ code: 'evaluation', line: 2, column: 7 });
    expect(await errorOf('throw new Error("boo")')).toMatchObject({ message: 'Error: boo' });
  });

  it('names what was probably meant', async () => {
    const [unknown] = compile('javascript', 'var x = reslts.code', { variables: ['results'] }).errors;
    expect(unknown).toMatchObject({ code: 'check', line: 1, column: 9, hint: 'Did you mean "results"?' });
    expect(await errorOf('reslts.code', { results: {} })).toMatchObject({ hint: 'Did you mean "results"?' });
  });

  it('knows what it declares itself, in every form', () => {
    const text =
      'var a = 1; let {b, c: [d]} = results; function f(e, ...g) { return e + g } class H { m() { return a } }\n' +
      'try { f(b, d) } catch (i) { i } for (var j in results) j; for (k of [1]) k; l = () => arguments; outer: for (;;) break outer;';
    expect(compile('javascript', text, { variables: ['results'] }).errors).toEqual([]);
  });
});
