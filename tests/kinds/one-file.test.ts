import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
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
const HARBOUR = `
import { z } from 'zod';
import { defineFamily } from '../../platform/kinds/family.ts';
export const family = defineFamily({
  holder: 'a machine',
  consequence: 'so it stands still',
  place: { in: 'row', column: 'type', fields: z.strictObject({ name: z.string().meta({ description: 'Its name' }) }) },
  schema: { name: 'machine', title: 'Machine', description: 'What moves goods' },
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
  it('is one file, and registry, page and editor schema follow from it', async () => {
    await writeFile(kindFile('smoke-signal.ts'), MADE_UP);
    expect(await generate()).toMatchObject({ code: 0 });

    expect(await read('server/src/health/kinds/registry.generated.ts')).toContain(`from './smoke-signal.ts'`);
    const page = await read('docs/health/kinds/smoke-signal.md');
    expect(page).toContain('| `hill` | string | required | The hill to look at |');
    expect(page).toContain('smokeSignal:\n  - name: north\n    hill: Beacon Hill\n');
    const document = JSON.parse(await read('contract/src/health/canary.schema.generated.json')) as unknown;
    expect(document).toHaveProperty(
      ['properties', 'spec', 'properties', 'smokeSignal', 'items', '$ref'],
      '#/$defs/smoke-signal',
    );
    expect(document).toMatchObject({
      $defs: {
        'smoke-signal': {
          title: 'Smoke signal',
          properties: { hill: { type: 'string', description: 'The hill to look at' } },
          required: ['hill'],
        },
      },
    });

    expect(await entriesOf('health', { smokeSignal: [{ hill: 'Beacon Hill' }] })).toMatchObject([
      { path: 'smokeSignal[0]', type: 'smoke-signal', problem: null, spec: { hill: 'Beacon Hill' } },
    ]);
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

describe('a made-up family', () => {
  it('is its folder, and another kind in it is one file', async () => {
    await mkdir(join(root, 'server/src/harbour/kinds'), { recursive: true });
    await writeFile(join(root, 'server/src/harbour/kinds/crane.ts'), machine('Crane', 'height: z.int()'));
    expect(await generate()).toMatchObject({
      code: 1,
      output: expect.stringContaining('server/src/harbour/kinds/family.ts is missing') as string,
    });

    await writeFile(join(root, 'server/src/harbour/kinds/family.ts'), HARBOUR);
    expect(await generate()).toMatchObject({ code: 0 });
    expect(await read('docs/harbour/kinds/crane.md')).toContain('type: crane\nheight: 1\n');

    await writeFile(join(root, 'server/src/harbour/kinds/winch.ts'), machine('Winch', 'rope: z.int()'));
    expect(await generate()).toMatchObject({ code: 0 });
    const schema = JSON.parse(await read('contract/src/harbour/machine.schema.generated.json')) as unknown;
    expect(schema).toMatchObject({
      properties: { type: { enum: ['crane', 'winch'] } },
      $defs: { winch: { required: ['name', 'type', 'rope'], properties: { type: { const: 'winch' } } } },
    });
    expect(await entriesOf('harbour', { name: 'north', type: 'winch', rope: 1 })).toMatchObject([
      { path: '', type: 'winch', problem: null, spec: { rope: 1 } },
    ]);
    expect(await entriesOf('harbour', { name: 'north', type: 'winch', height: 1 })).toMatchObject([
      { problem: expect.stringContaining('`rope`') as string },
    ]);
  });
});

/** Reads a document or row with the family of a room, as the server does. */
async function entriesOf(room: string, holder: object): Promise<unknown> {
  const at = (path: string) => JSON.stringify(join(root, 'server/src', path));
  const program = `import { registry } from ${at(`${room}/kinds/registry.generated.ts`)};
    import { readEntries } from ${at('platform/kinds/read.ts')};
    console.log(JSON.stringify(readEntries(registry, ${JSON.stringify(holder)}).entries))`;
  return JSON.parse((await node(['--input-type=module', '--eval', program])).output);
}

function machine(title: string, field: string): string {
  const name = field.split(':')[0];
  return `
import { z } from 'zod';
export const kind = {
  title: '${title}',
  summary: 'Moves goods in a harbour.',
  icon: 'crane',
  schema: z.strictObject({ ${field}.meta({ description: 'How much' }) }),
  examples: [{ title: 'One', spec: { ${name}: 1 } }],
  rejects: [],
  needs: [],
};
`;
}

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
