import { describe, expect, it } from 'vitest';
import { parseFile } from './parse.ts';
import { read } from './testing/made-up-kind.ts';

const readers = new Map([['Note', { read, takesUnnamed: true }]]);
const parse = (path: string, content: string) => parseFile(path, content, readers);
const TCP = 'tcp:\n  - name: a\n    endpoint: 127.0.0.1:9\n';
const note = (name: string, spec = TCP) =>
  `apiVersion: example.org/v1\nkind: Note\nmetadata:\n  name: ${name}\nspec:\n${spec.replace(/^(?=.)/gm, '  ')}`;
const names = (content: string, path = 'folder/my_checks.yaml') =>
  parse(path, content).documents.map((one) => one.name);
const refusals = (content: string) => parse('a.yaml', content).refused;

describe('a file of documents', () => {
  it('with sixty thousand keys in one map is read before the test runs out of time', () => {
    const flood = Array.from({ length: 60_000 }, (_, index) => `key${index}: 1`).join('\n');
    expect(names(`${TCP}${flood}\n`)).toEqual(['mychecks']);
  });

  it('is refused without a word of a password that begins like an alias', () => {
    expect(parse('a.yaml', 'password: *s3cret-pass').refused).toEqual([
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

  it('holds several documents between lines of three dashes', () => {
    expect(names(`${note('one')}---\n${note('two')}--- # the third\n${note('three')}\n---\n`)).toEqual([
      'one',
      'two',
      'three',
    ]);
  });

  it('may be a bare spec, called as its file without extension and underscores', () => {
    const [one] = parse('folder/my_checks.prod.yaml', `schedule: '@every 30s'\n${TCP}`).documents;
    expect(one).toMatchObject({ name: 'mychecks.prod', namespace: 'default', spec: { schedule: '@every 30s' } });
  });

  it('gives nameless documents of one file names of their own, also where those are taken', () => {
    expect(names(`${TCP}---\n${TCP}---\n${TCP}`)).toEqual(['mychecks', 'mychecks-2', 'mychecks-3']);
    const taken = names(`${note('a-2')}---\n${note('a')}---\n${note('a')}---\n${note('a-3')}---\n${note('a')}`);
    expect(new Set(taken).size).toBe(5);
  });

  it('takes a name that YAML reads as a number', () => expect(names(note('2024'))).toEqual(['2024']));

  it('may be JSON', () => {
    expect(
      names(
        JSON.stringify({ kind: 'Note', metadata: { name: 'json' }, spec: { tcp: [{ name: 'a', endpoint: 'a:1' }] } }),
      ),
    ).toEqual(['json']);
  });

  it('may have lines that end as on Windows, and a byte order mark', () => {
    expect(names(`\ufeff${`${note('one')}---\n${note('two')}`.replaceAll('\n', '\r\n')}`)).toEqual(['one', 'two']);
  });

  it('may merge with anchors, as YAML 1.1 does', () => {
    const [one] = parse(
      'a.yaml',
      'tcp:\n  - &base\n    name: a\n    endpoint: a:1\n  - <<: *base\n    name: b\n',
    ).documents;
    expect(one?.spec).toEqual({
      tcp: [
        { name: 'a', endpoint: 'a:1' },
        { name: 'b', endpoint: 'a:1' },
      ],
    });
  });

  it('with nothing but comments, blank lines and banners holds nothing, and says so at once', () => {
    const banner = `${'#'.repeat(5_000)}\n# text\n${' '.repeat(5_000)}\n`;
    expect(parse('a.yaml', `${banner}---\n${banner}`)).toEqual({
      documents: [],
      refused: [],
      unsupported: [],
    });
    expect(names(`${banner}${note('one')}`)).toEqual(['one']);
  });

  it('reports a document of a kind that no room has, with its line in the file', () => {
    const other = '# first\nkind: ScrapeConfig\nspec: {}\n';
    const json = '{"apiVersion": "v1",\n"kind": "Topology"}\n';
    expect(
      parse('a.yaml', `${other}---\n${note('one')}---\n${json}---\nspec: {a: 1}\nkind: >-\n  Odd\n`),
    ).toMatchObject({
      documents: [{ name: 'one' }],
      refused: [],
      unsupported: [
        'a.yaml, line 2: ScrapeConfig is not supported yet',
        'a.yaml, line 15: Topology is not supported yet',
        'a.yaml, line 18: Odd is not supported yet',
      ],
    });
  });

  it('cuts the name of a kind that no room has', () => {
    expect(parse('a.yaml', `kind: ${'x'.repeat(5_000)}\n`).unsupported).toEqual([
      `a.yaml, line 1: ${'x'.repeat(100)} is not supported yet`,
    ]);
  });
});

describe('a broken document', () => {
  it('is reported with its place, and the others stand', () => {
    const parsed = parse('a.yaml', `${note('one')}---\ntcp: [1, 2\nhttp: }\n---\n${note('three')}`);
    expect(parsed.documents.map((one) => one.name)).toEqual(['one', 'three']);
    expect(parsed.refused).toHaveLength(1);
    expect(parsed.refused[0]).toContain('a.yaml, document 2: ');
    expect(parsed.refused[0]).toContain('line');
  });

  it.each([
    ['a list', '- a\n- b\n', 'is no object of keys and values'],
    ['a text', 'hello\n', 'is no object of keys and values'],
    ['a document without a spec', 'kind: Note\nmetadata: {name: a}\n', 'has no spec'],
    ['a spec that its kind refuses', 'wrong: 1\n', 'is wrong'],
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
    const { documents, refused } = parse('a.yaml', `env: &a {b: *a}\n${TCP}`);
    expect(documents.length + refused.length).toBe(1);
  });

  it('that asks for a function gets text at the most', () => {
    const [one] = parse(
      'a.yaml',
      'tcp:\n  - name: !!js/function "function () { return 1 }"\n    endpoint: a:1\n',
    ).documents;
    expect(JSON.stringify(one?.spec ?? {})).toContain('function () { return 1 }');
    expect(typeof (one?.spec['tcp'] as { name: unknown }[] | undefined)?.[0]?.name).toBe('string');
  });

  it('does not reach the prototype of anything', () => {
    parse('a.yaml', `__proto__: {polluted: yes}\nconstructor: {prototype: {polluted: yes}}\n${TCP}`);
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
