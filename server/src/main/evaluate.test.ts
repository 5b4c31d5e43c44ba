import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MAIN = join(import.meta.dirname, 'main.ts');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'evaluate-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the command as a person at a terminal does. */
function watchroom(...args: readonly string[]): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [MAIN, 'eval', ...args], (_, out, err) => {
      resolve({ code: child.exitCode ?? -1, out, err });
    });
  });
}

async function file(name: string, text: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
}

describe('watchroom eval', () => {
  it('prints the value as JSON', async () => {
    const env = await file('env.yaml', 'results:\n  code: 200\n  names: [b, a]\n');
    const { code, out } = await watchroom(
      '--language',
      'cel',
      '--env',
      env,
      '{"n": results.names.sort(), "ok": results.code == 200}',
    );
    expect({ code, out }).toEqual({ code: 0, out: '{"n":["a","b"],"ok":true}\n' });
  });

  it('prints the text of a template as it is', async () => {
    const env = await file('names.json', '{"names": ["b", "a"]}');
    expect(await watchroom('--language', 'template', '--env', env, '{{ range .names }}"{{ . }}"\n{{ end }}')).toEqual({
      code: 0,
      out: '"b"\n"a"\n',
      err: '',
    });
    expect((await watchroom('--language', 'template', '{{ if }}')).err).toBe('1:7: "if" has no value.\n');
  });

  it('keeps the digits of integers beyond 53 bits', async () => {
    const env = await file('env.json', '{"id": 9007199254740993}');
    expect((await watchroom('--language', 'cel', '--env', env, 'id')).out).toBe('9007199254740993\n');
  });

  it('prints an error with its place on standard error', async () => {
    const env = await file('typo.json', '{"results": {}}');
    expect(await watchroom('--language', 'cel', '--env', env, '1 + reslts.code')).toEqual({
      code: 1,
      out: '',
      err: '1:5: There is no variable "reslts" here. Did you mean "results"?\n',
    });
  });

  it('answers a batch in order', async () => {
    const batch = await file(
      'batch.json',
      JSON.stringify([
        { language: 'cel', text: 'x * 2', env: { x: 21 } },
        { language: 'cel', text: '\n 1 / 0' },
        { language: 'javascript', text: '_.max(list) + 1', env: { list: [1, 4] } },
        { language: 'javascript', text: 'var a =\n reslts.code', env: { results: {} } },
        { language: 'jsonpath', text: '$.items[*].name', env: { items: [{ name: 'a' }, { name: 'b' }] } },
        { language: 'basic', text: 'PRINT', env: {} },
        { language: 'template', text: '{{ .x }}!', env: { x: 'hi' } },
      ]),
    );
    const { code, out } = await watchroom('--batch', batch);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual([
      { value: 42 },
      { error: 'Division by zero.', line: 2, column: 4 },
      { value: 5 },
      { error: 'There is no variable "reslts" here.', line: 2, column: 2, hint: 'Did you mean "results"?' },
      { value: ['a', 'b'] },
      { error: '"basic" is not a language.' },
      { value: 'hi!' },
    ]);
  });

  it('says what is wrong with flags and files', async () => {
    expect((await watchroom('1')).err).toMatch(/--language is missing: cel/);
    expect((await watchroom('--language', 'cel')).err).toMatch(/one expression, in quotes/);
    expect((await watchroom('--language', 'cel', '--env', join(folder, 'none'), '1')).err).toMatch(
      /none cannot be read/,
    );
    expect((await watchroom('--language', 'cel', '--env', '/dev/zero', '1')).err).toMatch(
      /zero cannot be read: it is larger than 32 MB/,
    );
    const { code, err } = await watchroom('--batch', await file('wrong.json', '[{"text": 1}]'));
    expect(code).toBe(1);
    expect(err).toMatch(/wrong\.json has the wrong form/);
  });
});
