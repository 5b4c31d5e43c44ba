import { describe, expect, it } from 'vitest';
import type { FormValue } from '../form/form-schema.ts';
import { isSame } from './plain.ts';
import { generator, read } from './testing.ts';
import { writeYaml } from './write-yaml.ts';

const CANARY = `# Owned by payments
apiVersion: v1   # pinned
metadata:
  name: 'checkout'   # shown in the list
  labels: {team: payments, tier: "1"}  # flow

spec:
  # how often
  schedule: "@every 30s"
  http:
    # the shop
    - name: shop
      url: https://example.org/health  # public
      responseCodes: [200, 201]
    # the till
    - name: till
      url: https://example.org/till

  note: |
    first
    second
  unknownField: keep me
`;

interface Canary {
  metadata: { name: string; labels: Record<string, string> };
  spec: { schedule?: string; http: Record<string, unknown>[] };
}

/** The text after a change, which reads as what was wanted. */
function changed(change: (draft: Canary) => void): string {
  const draft = structuredClone(read(CANARY)) as unknown as Canary;
  change(draft);
  const wanted = { ...draft };
  const written = writeYaml(CANARY, wanted);
  expect(read(written)).toEqual(wanted);
  return written;
}

/** A small generator of numbers, the same for each seed. */
const TEXTS = [
  'plain',
  '',
  '12',
  'true',
  'null',
  '~',
  '2026-11-21',
  'yes',
  '0x1f',
  '1e3',
  'a: b',
  '- a',
  '# no',
  'a # b',
  "it's",
  '"q"',
  ' lead',
  'trail ',
  'two\nlines',
  'two\nlines\n',
  'end\n\n',
  '\n',
  '\tt',
  '*a',
  '&a',
  '!x',
  '%d',
  '@x',
  '`',
  '{',
  ']',
  'a,b',
  '<<',
  '=',
  '|',
  '>',
  '?',
  '-',
  ':',
  '---',
  '...',
  'ü 😀',
  'x\r\ny',
  ' \n x',
  '#\n#',
  'long '.repeat(40),
];
const NAMES = [
  'a',
  'b',
  'name',
  'a.b/c',
  '__proto__',
  'constructor',
  '1',
  'true',
  '',
  '<<',
  'two words',
  '# x',
  'x: y',
  '- d',
  'null',
];

function someValue(next: (below: number) => number, depth: number): unknown {
  const kind = next(depth > 3 ? 4 : 7);
  if (kind < 2) return TEXTS[next(TEXTS.length)];
  if (kind === 2) return [0, 1, -5, 3.25, 1e21, 200][next(6)];
  if (kind === 3) return [true, false, null][next(3)];
  if (kind < 6) return someObject(next, depth + 1);
  return Array.from({ length: next(4) }, () => someValue(next, depth + 1));
}

function someObject(next: (below: number) => number, depth = 0): FormValue {
  return Object.fromEntries(
    Array.from({ length: next(5) }, () => [NAMES[next(NAMES.length)] ?? '', someValue(next, depth)]),
  );
}

/** The same value with some places changed. */
function mutated(next: (below: number) => number, value: unknown): unknown {
  if (next(6) === 0) return someValue(next, 2);
  if (Array.isArray(value)) {
    const rows = value.filter(() => next(6) > 0).map((row: unknown) => (next(3) === 0 ? mutated(next, row) : row));
    if (next(3) === 0) rows.splice(next(rows.length + 1), 0, someValue(next, 2));
    return rows;
  }
  if (typeof value !== 'object' || value === null) return next(3) === 0 ? someValue(next, 4) : value;
  const entries = Object.entries(value)
    .filter(() => next(6) > 0)
    .map(([name, each]): [string, unknown] => [name, next(2) === 0 ? mutated(next, each) : each]);
  if (next(3) === 0) entries.push([NAMES[next(NAMES.length)] ?? '', someValue(next, 2)]);
  return Object.fromEntries(entries);
}

describe('writeYaml', () => {
  it('leaves a text alone that reads as the value already', () => {
    for (const text of [CANARY, '', '# only\n', '{}', 'a: 1', 'a: &x {b: 1}\nc: *x\n', 'a:\r\n  b: 1\r\n'])
      expect(writeYaml(text, read(text))).toBe(text);
  });

  it('changes one value in its place', () => {
    const written = changed((draft) => {
      draft.metadata.name = 'cart';
      Object.assign(draft.spec.http[1] ?? {}, { url: 'https://example.org/2' });
    });
    expect(written).toBe(CANARY.replace("'checkout'", "'cart'").replace('org/till', 'org/2'));
  });

  it('adds and removes fields without touching their neighbours', () => {
    const added = changed((draft) => {
      Object.assign(draft.spec.http[0] ?? {}, { method: 'GET' });
      draft.metadata.labels['zone'] = 'eu';
    });
    expect(added).toBe(
      CANARY.replace(
        '      responseCodes: [200, 201]\n',
        '      responseCodes: [200, 201]\n      method: GET\n',
      ).replace('tier: "1"}', 'tier: "1", zone: eu}'),
    );
    expect(
      changed((draft) => {
        delete draft.spec.schedule;
      }),
    ).toBe(CANARY.replace('  # how often\n  schedule: "@every 30s"\n', ''));
  });

  it('takes the comment of a removed row along and leaves those of the others', () => {
    const removed = changed((draft) => {
      draft.spec.http.shift();
    });
    expect(removed).not.toContain('# the shop');
    expect(removed).toContain('    # the till\n    - name: till\n');
    const front = changed((draft) => {
      draft.spec.http.unshift({ name: 'new', url: 'u' });
    });
    expect(front).toContain('# the till\n    - name: till');
  });

  it('keeps texts texts', () => {
    for (const text of ['12', 'true', '2026-11-21', 'yes', 'null', '0o7'])
      expect(read(writeYaml('a: x\n', { a: text }))).toEqual({ a: text });
    expect(writeYaml('a: x\n', { a: 'yes' })).toBe('a: "yes"\n');
  });

  it('keeps anchors that still hold, and writes out those that do not', () => {
    const text = 'base: &base {a: 1, b: 2}\none: *base\ntwo:\n  <<: *base\n  c: 3\n';
    expect(writeYaml(text, { ...read(text), two: { a: 1, b: 2, c: 4 } })).toBe(text.replace('c: 3', 'c: 4'));
    const shared = writeYaml(text, { ...read(text), base: { a: 9, b: 2 } });
    expect(read(shared)).toEqual({ base: { a: 9, b: 2 }, one: { a: 1, b: 2 }, two: { a: 1, b: 2, c: 3 } });
    const without = { one: { a: 1, b: 2 }, two: { b: 2, c: 3 } };
    expect(read(writeYaml(text, without))).toEqual(without);
  });

  it('writes any value into any text so that it reads back', () => {
    for (let seed = 1; seed <= 1500; seed += 1) {
      const next = generator(seed);
      const start = someObject(next);
      let text = writeYaml('', start);
      expect(isSame(read(text), start), `seed ${seed}\n${text}`).toBe(true);
      expect(writeYaml(text, read(text))).toBe(text);
      for (let step = 0; step < 3; step += 1) {
        const value = mutated(next, read(text));
        if (typeof value !== 'object' || value === null || Array.isArray(value)) continue;
        text = writeYaml(text, value as FormValue);
        expect(isSame(read(text), value), `seed ${seed}\n${text}`).toBe(true);
      }
    }
  });

  it('keeps the comments of what does not change', () => {
    for (let seed = 1; seed <= 300; seed += 1) {
      const next = generator(seed);
      const names = Array.from({ length: 6 }, (_, index) => `k${index}`);
      const text = names.map((name) => `# above ${name}\n${name}: ${next(100)} # beside ${name}\n`).join('');
      const kept = names.filter(() => next(3) > 0);
      const value = Object.fromEntries(kept.map((name) => [name, next(2) ? read(text)[name] : someValue(next, 2)]));
      const written = writeYaml(text, value);
      const same = kept.filter((name) => isSame(value[name], read(text)[name]));
      for (const name of same) expect(written, `seed ${seed}`).toContain(`# beside ${name}\n`);
    }
  });
});
