import { readFile } from 'node:fs/promises';
import { type Schema, Validator } from '@cfworker/json-schema';
import type { JsonSchema, KindManifest } from '@watchroom/contract/kinds';
import { describe, expect, it } from 'vitest';
import { kinds } from './registry.generated.ts';
import type { CheckKind } from './support/define.ts';
import { validateLeniently, validateStrictly } from '../../platform/kinds/validate.ts';

const contract = new URL('../../../../contract/src/health/', import.meta.url);
const manifests = await generated<readonly KindManifest[]>('kinds.generated.json');
const document = await generated<Schema>('canary.schema.generated.json');
const all: readonly (readonly [string, CheckKind<unknown>])[] = Object.entries(kinds);

describe.each(all)('the kind %s', (id, kind) => {
  const manifest = manifests.find((one) => one.id === id);
  const inDocument = new Validator({ ...document, ...schemaOfCanary(kind.documentKey) }, '2020-12');

  it('says in a sentence what it does, and names an icon', () => {
    expect(kind.title).not.toBe('');
    expect(kind.summary).toMatch(/^[A-Z].{20,}\.$/);
    expect(kind.icon).toMatch(/^[a-z0-9-]+$/);
  });

  it('describes every field', () => {
    expect(undescribed(manifest?.schema ?? {}, '')).toEqual([]);
  });

  it('has entries that must pass and entries that must fail', () => {
    expect(kind.examples.length).toBeGreaterThan(0);
    expect(kind.rejects.length).toBeGreaterThan(0);
  });

  it.each(kind.examples.map((example) => [example.title, example.spec] as const))('accepts: %s', (_, spec) => {
    expect(validateStrictly(kind, spec)).toMatchObject({ ok: true });
    expect(inDocument.validate(spec).errors).toEqual([]);
  });

  it.each(kind.rejects.map((reject) => [String(reject.spec['name']), reject] as const))(
    'refuses, naming field and reason: %s',
    (_, { spec, path, reason }) => {
      const strict = validateStrictly(kind, spec);
      expect(strict.ok ? {} : strict.errors).toHaveProperty([path]);
      expect(strict.ok ? '' : strict.errors[path]?.toLowerCase()).toContain(reason.toLowerCase());
      expect(inDocument.validate(spec).valid).toBe(false);
    },
  );

  it('tells the address of every example', () => {
    for (const example of kind.examples) {
      const validated = validateStrictly(kind, example.spec);
      expect(validated.ok ? kind.endpoint(validated.spec) : '').not.toBe('');
    }
  });

  it('takes a misspelt field in a document and names it', () => {
    const spec = { ...kind.examples[0]?.spec, mispelt: 1 };
    expect(validateLeniently(kind, spec)).toMatchObject({ ok: true, warnings: [expect.stringMatching(/^mispelt /)] });
  });
});

describe('the schema of a canary document', () => {
  it('accepts a document with every example and refuses a misspelt key beside the lists', () => {
    const validator = new Validator(document, '2020-12');
    const spec = Object.fromEntries(all.map(([, kind]) => [kind.documentKey, kind.examples.map((one) => one.spec)]));
    const canary = { apiVersion: 'canaries.flanksource.com/v1', kind: 'Canary', metadata: { name: 'all' } };
    expect(validator.validate({ ...canary, spec: { schedule: '@every 30s', ...spec } }).errors).toEqual([]);
    expect(validator.validate({ ...canary, spec: { shedule: '@every 30s' } }).valid).toBe(false);
    expect(validator.validate({ ...canary, spec: { postgres: [{ name: 'later' }] } }).valid).toBe(true);
  });
});

/** The whole schema file with an entry of one kind as its root. */
function schemaOfCanary(documentKey: string): Schema {
  const id = manifests.find((one) => one.documentKey === documentKey)?.id ?? '';
  return { type: 'object', properties: {}, required: [], $ref: `#/$defs/${id}` };
}

function undescribed(schema: JsonSchema, path: string): readonly string[] {
  const inside = Object.entries(schema.properties ?? {}).flatMap(([key, child]) => {
    const at = `${path}${key}`;
    return [...(child.description ? [] : [at]), ...undescribed(child, `${at}.`)];
  });
  const branches = [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])];
  return [...inside, ...branches.flatMap((branch) => undescribed(branch, path))];
}

async function generated<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(new URL(name, contract), 'utf8')) as T;
}
