import { describe, expect, it } from 'vitest';
import { HIDDEN } from '../../platform/secrets/hidden.ts';
import { freePort } from '../kinds/support/testing/servers.ts';
import { askScripted as ask, runScripted as run } from '../testing/scripted-runs.ts';
import { MOST_CHECKS } from './read-transform.ts';

const containing = (text: string): unknown => expect.stringContaining(text);
const services = JSON.stringify({
  services: [
    { name: 'api', up: true, latency: 12.5 },
    { name: 'search', up: false },
  ],
});
/** Gives what it is told. */
const giving = (value: unknown) => ({ javascript: `JSON.stringify(${JSON.stringify(value)})` });

describe('a transform that gives several results', () => {
  const expected = [
    { name: 'api', pass: true, message: 'in 12.5 ms', error: '' },
    { name: 'search', pass: false, message: '', error: 'failed' },
  ];

  it.each([
    [
      'expr',
      'json.services.map(s, {"name": s.name, "pass": s.up, "message": s.up ? "in " + string(s.latency) + " ms" : ""}).toJSON()',
    ],
    [
      'template',
      `[{{ range $i, $s := .json.services }}{{ if $i }},{{ end }}{"name": "{{ $s.name }}", "pass": {{ $s.up }},
         "message": "{{ if $s.up }}in {{ $s.latency }} ms{{ end }}"}{{ end }}]`,
    ],
    [
      'javascript',
      'JSON.stringify(json.services.map(function (s) { return {name: s.name, pass: s.up, message: s.up ? "in " + s.latency + " ms" : null} }))',
    ],
  ])('makes checks of them, written as %s', async (language, text) => {
    const result = await ask(services, {
      transform: { [language]: text },
      test: { expr: 'false' },
      display: { expr: '"no"' },
    });
    // Neither test nor display runs then.
    expect(result).toMatchObject({ pass: true, error: '', message: '200 OK', data: {} });
    expect(result.checks).toMatchObject(expected);
  });

  it('takes over all that a record says of its check', async () => {
    const record = {
      name: 'disk', type: 'folder', namespace: 'ops', icon: 'disk', endpoint: '/var', description: 'free space', pass: false, invalid: true,
      duration: 7, message: '90 % full', error: 'too full', labels: { size: 10 }, data: { a: 1, b: 1 }, detail: { b: 2 },
      transformDeleteStrategy: 'MarkHealthy', displayType: 'Text', metrics: [], deletedAt: null,
    }; // biome-ignore format: a record
    const { checks } = await ask('{}', { transform: giving([record]) });
    const { displayType: _, metrics: __, deletedAt: ___, detail: ____, ...kept } = record;
    expect(checks).toEqual([{ ...kept, labels: { size: '10' }, data: { a: 1, b: 2 } }]);
  });

  it('leaves out those that it says were deleted, and calls the nameless like the check', async () => {
    const { checks } = await ask('{}', {
      transform: giving([{ name: 'x' }, { name: 'y', deletedAt: '2026-01-01T00:00:00Z' }, { pass: true }]),
    });
    expect(checks).toMatchObject([
      { name: 'x', pass: false },
      { name: 'a', pass: true },
    ]);
    expect(checks).toHaveLength(2);
  });

  it('runs for a failed result too, which stays failed', async () => {
    const result = await ask(
      services,
      { transform: { expr: 'json.services.map(s, {"name": s.name}).toJSON()' } },
      { status: 503 },
    );
    expect(result).toMatchObject({
      pass: false,
      invalid: false,
      error: containing('503'),
      checks: [{ name: 'api' }, { name: 'search' }],
    });
  });

  it('makes as many checks as there may be, and none with one more', async () => {
    const many = (count: number) => ({
      javascript: `var all = []; for (var i = 0; i < ${count}; i++) all.push({name: "n" + i}); JSON.stringify(all)`,
    });
    expect((await ask('{}', { transform: many(MOST_CHECKS) })).checks).toHaveLength(MOST_CHECKS);
    for (const count of [MOST_CHECKS + 1, 50_000]) {
      const result = await ask('{}', { transform: many(count) });
      expect(result).toMatchObject({
        pass: false,
        invalid: true,
        error: `transform.javascript: it gives ${count} results; one run makes at most ${MOST_CHECKS} checks`,
      });
      expect(result).not.toHaveProperty('checks');
    }
    // Longer than a script may answer at all.
    const endless = await ask('{}', { transform: { javascript: '"[" + "{},".repeat(1000000) + "{}]"' } });
    expect(endless).toMatchObject({ pass: false, invalid: true, error: containing('transform.javascript: ') });
  });

  it('gives no secret of the check away, in whatever field it would show it', async () => {
    const secret = { headers: [{ name: 'Authorization', value: 'Bearer abcdef123456' }] };
    const parts = '"abcdef" + "123456"';
    const fields = ['name', 'description', 'endpoint', 'message', 'error', 'icon', 'namespace'].map(
      (name) => `${name}: ${parts}`,
    );
    const transform = {
      javascript: `JSON.stringify([{${fields.join()}, labels: {a: ${parts}}, detail: {deep: [${parts}]}, data: {d: ${parts}}}])`,
    };
    const { checks } = await ask('{}', { ...secret, transform });
    expect(JSON.stringify(checks)).not.toContain('123456');
    expect(checks).toMatchObject([
      { name: HIDDEN, message: HIDDEN, error: HIDDEN, labels: { a: HIDDEN }, data: { deep: [HIDDEN], d: HIDDEN } },
    ]);
  });
});

describe('a transform that gives one result without a name', () => {
  it('changes the result, which display and test then read', async () => {
    const result = await ask(services, {
      transform: {
        expr: '{"message": "of two", "duration": 42, "data": {"down": json.services.filter(s, !s.up).size()}}.toJSON()',
      },
      display: { expr: 'string(down) + " " + message' },
      test: { expr: 'message == "1 of two" && duration == 42 && code == 200' },
    });
    expect(result).toMatchObject({
      pass: true,
      error: '',
      message: '1 of two',
      duration: 42,
      data: { down: 1, code: 200 },
    });
    expect(result).not.toHaveProperty('checks');
  });

  it.each([
    [{ pass: true }, { pass: true, error: '' }],
    [[{ pass: true, name: 'a' }], { pass: true, error: '' }],
    [
      { pass: true, invalid: true },
      { pass: false, invalid: true },
    ],
    [{ error: 'worse' }, { pass: false, error: 'worse' }],
    [{ message: 'so' }, { pass: false, message: 'so', error: containing('500') }],
  ])('can let a failed run pass: %j', async (change, expected) => {
    expect(await ask('{}', { transform: giving(change) }, { status: 500 })).toMatchObject(expected);
  });

  it.each([
    [{ pass: false }, { pass: false, error: '' }],
    [{ error: 'no' }, { pass: false, error: 'no' }],
  ])('can fail a run that passed: %j', async (change, expected) => {
    expect(await ask('{}', { transform: giving(change) })).toMatchObject(expected);
  });

  it('says with its detail what is kept of the result', async () => {
    const kept = await ask('{"n":1}', {
      transform: { expr: '{"detail": {"n": json.n}}.toJSON()' },
      test: { expr: 'results.n == 1.0' },
    });
    expect(kept).toMatchObject({ pass: true, error: '', data: { n: 1 }, keepsData: true });
    const none = await ask('{}', { transform: giving({ detail: '$delete' }) }, { status: 500 });
    expect(none).toMatchObject({ pass: false, data: {} });
  });
});

describe('a transform that gives nothing', () => {
  it('leaves the result as it is, unless it must give something', async () => {
    const result = await ask('{}', { transform: { expr: '[].toJSON()' }, test: { expr: 'false' } });
    expect(result).toMatchObject({ pass: true, error: '', message: '200 OK' });
    expect(result).not.toHaveProperty('checks');
    expect(await ask('{}', { transform: { expr: '[].toJSON()' }, markFailOnEmpty: true })).toMatchObject({
      pass: false,
      invalid: false,
      error: 'empty result returned from transformation',
    });
  });
});

describe('a transform that makes no sense', () => {
  it.each<[object, string]>([
    [{ expr: 'json.none.map(s, s)' }, 'transform.expr: it gives nothing; it must give JSON'],
    [{ expr: '[{"name": "x"}]' }, 'it does not give JSON but "[map[name:x]]". Turn its value into JSON with toJSON'],
    [{ template: 'up' }, 'transform.template: it does not give JSON but "up"'],
    [{ javascript: 'throw new Error("no " + code)' }, 'transform.javascript: Error: no 200 (line 1, column '],
    [giving(7), 'the result is not a map'],
    [giving([{ name: 'x' }, 'y']), 'result 2 is not a map'],
    [giving([{}, { name: 'y' }]), 'result 1 has no name'],
    [giving([{ name: ' a ' }, { name: 'y' }]), 'result 1 has the name of the check itself'],
    [giving([{ name: 'x' }, { name: 'y', pass: 'yes' }]), 'result 2: pass must be true or false'],
    [giving([{ name: 'x', labels: { a: [] } }]), 'result 1: labels.a must be a text'],
    [giving([{ name: 'x', duration: -1 }]), 'result 1: duration must not be negative'],
    [giving([{ name: 'x'.repeat(513) }]), 'result 1: name must not be longer than 512 characters'],
    [giving([{ name: 'x', transformDeleteStrategy: 'Keep' }]), 'must be one of MarkHealthy, MarkUnhealthy, Ignore'],
    [
      giving([{ name: 'x', spec: { http: [] } }]),
      'result 1 has a spec; a transform that makes check sources is not supported yet',
    ],
    [{ javascript: '"[".repeat(200000)' }, 'its JSON is nested deeper than 64 levels'],
  ])('is an invalid result that says what is wrong: %j', async (transform, error) => {
    const result = await ask('{}', { transform, test: { expr: 'true' } });
    expect(result).toMatchObject({ pass: false, invalid: true, error: containing(error) });
    expect(result).not.toHaveProperty('checks');
  });

  it('over a run that failed anyway adds its reason, and the failure counts', async () => {
    const port = await freePort();
    const transform = { expr: 'json.items.map(i, {"name": i}).toJSON()' };
    const result = await run('http', { url: `http://127.0.0.1:${port}/`, transform });
    expect(result).toMatchObject({
      pass: false,
      invalid: false,
      error: `Connection refused by 127.0.0.1:${port}, transform.expr: it gives nothing; it must give JSON`,
    });
  });

  it('is refused before the target is asked when it cannot be compiled', async () => {
    expect(await ask('{}', { transform: { expr: 'json.map(' } })).toMatchObject({
      invalid: true,
      error: containing('transform.expr'),
    });
  });
});

it.each([
  ['tcp', () => ({ endpoint: '127.0.0.1:1' })],
  ['dns', () => ({ query: 'x.test', server: '127.0.0.1', port: 1 })],
  ['icmp', () => ({ endpoint: '127.0.0.1', packetCount: 1 })],
])('a %s check makes checks of its result too', async (type, entryOf) => {
  const result = await run(type, {
    ...entryOf(),
    transform: { expr: '[{"name": check.name + " of " + check.endpoint, "pass": true}].toJSON()' },
  });
  expect(result.checks).toMatchObject([{ name: containing('a of '), pass: true }]);
});
