import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const TOOL = join(import.meta.dirname, '..', 'conformance.ts');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'conformance-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function measure(cases: readonly object[]): Promise<string> {
  const path = join(folder, 'cases.json');
  await writeFile(path, JSON.stringify(cases));
  const { stdout } = await promisify(execFile)(process.execPath, [TOOL, 'cel', path]).catch(
    (error: unknown) => error as { stdout: string },
  );
  return stdout;
}

const one = { file: 'f', section: 's', name: 'n', env: {} };

describe('the conformance of CEL', () => {
  it('counts what gives the expected value or error, and names what does not', async () => {
    const out = await measure([
      { ...one, text: '1 + 1', expect: { value: 2 } },
      { ...one, text: 'b"a"', expect: { value: { $special: 'bytes', base64: 'YQ==' } } },
      { ...one, text: '9007199254740993', expect: { value: { $special: 'int64', text: '9007199254740993' } } },
      { ...one, text: '{"a": [1, null]}', expect: { value: { a: [1, null] } } },
      { ...one, text: '1 / 0', expect: { error: true } },
      { ...one, text: '[1][5]', expect: { error: true } },
      { ...one, text: '1 + 2', expect: { value: 4 } },
    ]);
    expect(out).toContain('   6/7     85.7 %   with null tolerance    5/7     71.4 %');
    expect(out).toContain('failed: f/s/n: 1 + 2');
    expect(out).toContain('differs with null tolerance: f/s/n: [1][5]');
  });
});
