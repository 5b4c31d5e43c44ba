import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const project = join(import.meta.dirname, '../..');
const MADE_UP = `
import { z } from 'zod';
import { defineCheckKind } from './support/define.ts';
import { commonFields } from './support/fields.ts';
export const kind = defineCheckKind({
  title: 'Smoke signal',
  summary: 'Looks for smoke above a hill.',
  icon: 'flame',
  documentKey: 'smokeSignal',
  schema: z.strictObject({ ...commonFields, hill: z.string().meta({ description: 'The hill to look at' }) }),
  examples: [{ title: 'A hill', spec: { name: 'north', hill: 'Beacon Hill' } }],
  rejects: [],
  needs: [],
  endpoint: (spec) => spec.hill,
  run: () => Promise.resolve({ pass: true }),
});
`;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'watchroom-kinds-'));
  for (const part of ['server/src/platform', 'server/src/health/kinds', 'contract/src', 'docs/health/kinds'])
    await cp(join(project, part), join(root, part), { recursive: true });
  await writeFile(join(root, 'package.json'), '{ "type": "module" }');
  await symlink(join(project, 'node_modules'), join(root, 'node_modules'));
});

afterEach(() => rm(root, { recursive: true, force: true }));

describe('a made-up kind', () => {
  it('is one file, and registry, schema, page and editor schema follow from it', async () => {
    await writeFile(kindFile('smoke-signal.ts'), MADE_UP);
    expect(await generate()).toMatchObject({ code: 0 });

    expect(await read('server/src/health/kinds/registry.generated.ts')).toContain(`from './smoke-signal.ts'`);
    const manifests = JSON.parse(await read('contract/src/health/kinds.generated.json')) as { id: string }[];
    expect(manifests.find(({ id }) => id === 'smoke-signal')).toMatchObject({
      title: 'Smoke signal',
      documentKey: 'smokeSignal',
      schema: { properties: { hill: { type: 'string', description: 'The hill to look at' } }, required: ['hill'] },
    });
    const page = await read('docs/health/kinds/smoke-signal.md');
    expect(page).toContain('| `hill` | string | required | The hill to look at |');
    expect(page).toContain('smokeSignal:\n  - name: north\n    hill: Beacon Hill\n');
    const document = JSON.parse(await read('contract/src/health/canary.schema.generated.json')) as unknown;
    expect(document).toHaveProperty(
      ['properties', 'spec', 'properties', 'smokeSignal', 'items', '$ref'],
      '#/$defs/smoke-signal',
    );

    const family = `import { readCanary } from ${JSON.stringify(kindFile('family.ts'))};
      console.log(JSON.stringify(readCanary({ smokeSignal: [{ hill: 'Beacon Hill' }] }).checks[0]))`;
    const { output } = await node(['--input-type=module', '--eval', family]);
    expect(JSON.parse(output)).toMatchObject({ type: 'smoke-signal', problem: null, endpoint: 'Beacon Hill' });
  });

  it('is noticed by --check until everything is generated, and goes with its file', async () => {
    expect(await generate('--check')).toMatchObject({ code: 0 });
    await writeFile(kindFile('smoke-signal.ts'), MADE_UP);
    const stale = await generate('--check');
    expect(stale.code).toBe(1);
    expect(stale.output).toContain('docs/health/kinds/smoke-signal.md');
    expect(stale.output).toContain('npm run generate');

    await generate();
    await rm(kindFile('smoke-signal.ts'));
    await generate();
    await expect(read('docs/health/kinds/smoke-signal.md')).rejects.toThrow('ENOENT');
    expect(await read('server/src/health/kinds/registry.generated.ts')).not.toContain('smoke');
  });

  it('is refused with a sentence when it is no kind', async () => {
    await writeFile(kindFile('SmokeSignal.ts'), MADE_UP);
    expect(await generate()).toMatchObject({
      code: 1,
      output: expect.stringContaining('does not belong there') as string,
    });
    await rm(kindFile('SmokeSignal.ts'));
    await writeFile(kindFile('smoke-signal.ts'), 'export const other = 1;');
    expect(await generate()).toMatchObject({ code: 1, output: expect.stringContaining('exports no `kind`') as string });
  });
});

function kindFile(name: string): string {
  return join(root, 'server/src/health/kinds', name);
}

function read(path: string): Promise<string> {
  return readFile(join(root, path), 'utf8');
}

function generate(...more: string[]): Promise<{ code: number; output: string }> {
  return node([join(project, 'tools/generate.ts'), '--root', root, ...more]);
}

function node(parameters: readonly string[]): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, parameters, { cwd: root }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output: stdout + stderr }),
    );
  });
}
