import { describe, expect, it } from 'vitest';
import { parseCanaryFile } from './parse.ts';

const TCP = 'tcp:\n  - name: a\n    endpoint: 127.0.0.1:9\n';
const canary = (name: string, spec = TCP) =>
  `apiVersion: canaries.flanksource.com/v1\nkind: Canary\nmetadata:\n  name: ${name}\nspec:\n${spec.replace(/^(?=.)/gm, '  ')}`;
const names = (content: string, path = 'folder/my_checks.yaml') =>
  parseCanaryFile(path, content).canaries.map((one) => one.name);
const refusals = (content: string) => parseCanaryFile('a.yaml', content).refused;

describe('a file of canaries', () => {
  it('with sixty thousand keys in one map is read before the test runs out of time', () => {
    const flood = Array.from({ length: 60_000 }, (_, index) => `key${index}: 1`).join('\n');
    expect(names(`${TCP}${flood}\n`)).toEqual(['mychecks']);
  });

  it('is refused without a word of a password that begins like an alias', () => {
    expect(parseCanaryFile('a.yaml', 'password: *s3cret-pass').refused).toEqual([
      'a.yaml: an alias (*…) has no anchor before it; put a text that begins with * into quotes',
    ]);
  });

  it('is refused when a key stands twice, however deep', () => {
    expect(refusals('tcp: [{name: a, endpoint: "a:1", name: b}]')).toEqual([
      expect.stringContaining('name stands twice'),
    ]);
  });

  it.each([
    ['lists', `tcp: ${'['.repeat(3_000)}${']'.repeat(3_000)}`],
    ['lists that never end', '['.repeat(5_000)],
    ['maps', `${'{a: '.repeat(200)}1${'}'.repeat(200)}`],
  ])('is refused when it is nested deeply, in %s', (_what, content) => {
    expect(refusals(content)).toEqual(['a.yaml: is nested too deeply: at most 100 levels']);
  });

  it('is refused when one canary holds more checks than can be stored at once', () => {
    expect(refusals(`tcp: [${'1,'.repeat(10_001)}]`)).toEqual([
      'a.yaml: holds 10001 checks: at most 10000 go into one canary, so make several',
    ]);
  });

  it('holds several documents between lines of three dashes', () => {
    expect(names(`${canary('one')}---\n${canary('two')}--- # the third\n${canary('three')}\n---\n`)).toEqual([
      'one',
      'two',
      'three',
    ]);
  });

  it('may be a bare spec, called as its file without extension and underscores', () => {
    const [one] = parseCanaryFile('folder/my_checks.prod.yaml', `schedule: '@every 30s'\n${TCP}`).canaries;
    expect(one).toMatchObject({ name: 'mychecks.prod', namespace: 'default', spec: { schedule: '@every 30s' } });
  });

  it('gives nameless documents of one file names of their own, also where those are taken', () => {
    expect(names(`${TCP}---\n${TCP}---\n${TCP}`)).toEqual(['mychecks', 'mychecks-2', 'mychecks-3']);
    const taken = names(
      `${canary('a-2')}---\n${canary('a')}---\n${canary('a')}---\n${canary('a-3')}---\n${canary('a')}`,
    );
    expect(new Set(taken).size).toBe(5);
  });

  it('takes a name that YAML reads as a number', () => expect(names(canary('2024'))).toEqual(['2024']));

  it('may be JSON', () => {
    expect(
      names(
        JSON.stringify({ kind: 'Canary', metadata: { name: 'json' }, spec: { tcp: [{ name: 'a', endpoint: 'a:1' }] } }),
      ),
    ).toEqual(['json']);
  });

  it('may have lines that end as on Windows, and a byte order mark', () => {
    expect(names(`\ufeff${`${canary('one')}---\n${canary('two')}`.replaceAll('\n', '\r\n')}`)).toEqual(['one', 'two']);
  });

  it('may merge with anchors, as YAML 1.1 does', () => {
    const [one] = parseCanaryFile(
      'a.yaml',
      'tcp:\n  - &base\n    name: a\n    endpoint: a:1\n  - <<: *base\n    name: b\n',
    ).canaries;
    expect(one?.spec).toEqual({
      tcp: [
        { name: 'a', endpoint: 'a:1' },
        { name: 'b', endpoint: 'a:1' },
      ],
    });
  });

  it('with nothing but comments, blank lines and banners holds nothing, and says so at once', () => {
    const banner = `${'#'.repeat(5_000)}\n# text\n${' '.repeat(5_000)}\n`;
    expect(parseCanaryFile('a.yaml', `${banner}---\n${banner}`)).toEqual({ canaries: [], refused: [] });
    expect(names(`${banner}${canary('one')}`)).toEqual(['one']);
  });

  it('leaves documents of other kinds to others', () => {
    expect(parseCanaryFile('a.yaml', 'kind: ScrapeConfig\nspec: {}\n---\nkind: Topology\n')).toEqual({
      canaries: [],
      refused: [],
    });
  });
});

describe('a broken document', () => {
  it('is reported with its place, and the others stand', () => {
    const parsed = parseCanaryFile('a.yaml', `${canary('one')}---\ntcp: [1, 2\nhttp: }\n---\n${canary('three')}`);
    expect(parsed.canaries.map((one) => one.name)).toEqual(['one', 'three']);
    expect(parsed.refused).toHaveLength(1);
    expect(parsed.refused[0]).toContain('a.yaml, document 2: ');
    expect(parsed.refused[0]).toContain('line');
  });

  it.each([
    ['a list', '- a\n- b\n', 'is no object of keys and values'],
    ['a text', 'hello\n', 'is no object of keys and values'],
    ['a canary without a spec', 'kind: Canary\nmetadata: {name: a}\n', 'has no spec'],
    ['a spec without a check', 'schedule: "@hourly"\n', 'holds no check'],
    ['a key twice', 'tcp:\n  - name: a\n    name: b\n    endpoint: a:1\n', 'unique'],
    ['an anchor that is not there', 'tcp: *nowhere\n', 'has no anchor'],
  ])('%s', (_, content, reason) => {
    expect(refusals(content)).toHaveLength(1);
    expect(refusals(content)[0]).toContain(reason);
  });

  it('whose anchors explode is refused', () => {
    const lines = Array.from('bcdefghi').map(
      (name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghi'[index]}`).join(',')}]`,
    );
    expect(refusals(`a: &a [x,x,x,x,x,x,x,x,x]\n${lines.join('\n')}\n${TCP}`)[0]).toContain('alias');
  });

  it('whose anchor holds itself is refused or harmless, and never runs for ever', () => {
    const { canaries, refused } = parseCanaryFile('a.yaml', `env: &a {b: *a}\n${TCP}`);
    expect(canaries.length + refused.length).toBe(1);
  });

  it('that asks for a function gets text at the most', () => {
    const [one] = parseCanaryFile(
      'a.yaml',
      'tcp:\n  - name: !!js/function "function () { return 1 }"\n    endpoint: a:1\n',
    ).canaries;
    expect(JSON.stringify(one?.spec ?? {})).toContain('function () { return 1 }');
    expect(typeof (one?.spec['tcp'] as { name: unknown }[] | undefined)?.[0]?.name).toBe('string');
  });

  it('does not reach the prototype of anything', () => {
    parseCanaryFile('a.yaml', `__proto__: {polluted: yes}\nconstructor: {prototype: {polluted: yes}}\n${TCP}`);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('nested a hundred thousand deep is refused in a sentence', () => {
    expect(refusals(`tcp: ${'['.repeat(100_000)}`)[0]).toMatch(/a\.yaml: /);
  });

  it('of five megabytes is refused with the limit', () => {
    expect(refusals(`${TCP}#${'x'.repeat(5_000_000)}`)).toEqual([
      'a.yaml is larger than 2 MiB: split it into smaller files',
    ]);
  });
});
