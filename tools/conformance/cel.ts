import { readFile } from 'node:fs/promises';
import { compile } from '@watchroom/expressions';
import { z } from 'zod';

const Cases = z.array(
  z.object({
    file: z.string(),
    section: z.string(),
    name: z.string(),
    text: z.string(),
    env: z.record(z.string(), z.unknown()),
    expect: z.union([z.object({ value: z.unknown() }), z.object({ error: z.literal(true) })]),
  }),
);
type Case = z.infer<typeof Cases>[number];

/** What the cases write in place of a value that JSON does not have. */
const Special = z.object({ $special: z.string(), text: z.string().optional(), base64: z.string().optional() });

/**
 * Runs cases of the public CEL specification. Where a case fails in tolerant mode only, it is one of our deliberate differences:
 * what is missing is null, and null beside a value counts as its zero.
 */
export async function run(path: string): Promise<boolean> {
  const cases = Cases.parse(JSON.parse(await readFile(path, 'utf8')));
  const files = Map.groupBy(cases, ({ file }) => file);
  const failed: string[] = [];
  const tolerant: string[] = [];
  for (const [file, all] of files) {
    const passed = all.filter((one) => note(one, false, failed)).length;
    const kept = all.filter((one) => note(one, true, tolerant)).length;
    console.log(`${file.padEnd(20)} ${rate(passed, all.length)}   with null tolerance ${rate(kept, all.length)}`);
  }
  const passed = cases.length - failed.length;
  const kept = cases.length - tolerant.length;
  console.log(`${'all'.padEnd(20)} ${rate(passed, cases.length)}   with null tolerance ${rate(kept, cases.length)}`);
  for (const line of failed) console.log(`failed: ${line}`);
  for (const line of tolerant) if (!failed.includes(line)) console.log(`differs with null tolerance: ${line}`);
  return passed / cases.length >= 0.98;
}

function rate(passed: number, all: number): string {
  return `${String(passed).padStart(4)}/${String(all).padEnd(4)} ${((100 * passed) / all).toFixed(1).padStart(5)} %`;
}

function note(one: Case, tolerateNull: boolean, failed: string[]): boolean {
  const got = outcome(one, tolerateNull);
  const passed = 'error' in one.expect ? got === undefined : got !== undefined && same(one.expect.value, got.value);
  if (!passed) failed.push(`${one.file}/${one.section}/${one.name}: ${one.text.slice(0, 120)}`);
  return passed;
}

function outcome({ text, env }: Case, tolerateNull: boolean): { value: unknown } | undefined {
  try {
    return { value: compile('cel', text, { tolerateNull }).evaluate(env) };
  } catch {
    return undefined;
  }
}

function same(expected: unknown, got: unknown): boolean {
  const special = Special.safeParse(expected);
  if (special.success) return sameSpecial(special.data, got);
  if (typeof expected === 'number' && (typeof got === 'number' || typeof got === 'bigint')) {
    const number = Number(got);
    return number === expected || Math.abs(number - expected) <= Math.abs(expected) * 1e-12;
  }
  if (Array.isArray(expected))
    return Array.isArray(got) && got.length === expected.length && expected.every((item, at) => same(item, got[at]));
  if (typeof expected !== 'object' || expected === null) return expected === got;
  if (typeof got !== 'object' || got === null) return false;
  const fields = new Map<string, unknown>(Object.entries(got));
  const entries = Object.entries(expected);
  return (
    entries.length === fields.size && entries.every(([key, item]) => fields.has(key) && same(item, fields.get(key)))
  );
}

function sameSpecial({ $special, text = '', base64 = '' }: z.infer<typeof Special>, got: unknown): boolean {
  if ($special === 'bytes') return got instanceof Uint8Array && Buffer.from(got).toString('base64') === base64;
  return (typeof got === 'number' || typeof got === 'bigint') && String(got) === text;
}
