import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const SOURCES = join(import.meta.dirname, '..');
/** The store and the mail of accounts load these two themselves. */
const USED_ELSEWHERE = ['pg', 'nodemailer'];

/** Imports a module in a process of its own. @returns the packages that are loaded then. */
function packagesBehind(module: string): readonly string[] {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        const [, name] = /.*\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
        if (name) loaded.add(name);
        return next(url, context);
      },
    });
    await import(process.argv[1]);
    process.stdout.write(JSON.stringify([...loaded]), () => process.exit(0));`;
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', program, '--', module]);
  return JSON.parse(String(output)) as readonly string[];
}

it('starts the server without the drivers of connections', () => {
  const imported = globSync(join(SOURCES, 'connections/kinds/*.ts')).flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/await import\('([^'.][^']*)'\)/g)].map(([, name]) => name),
  );
  const drivers = imported.filter((name) => name !== undefined && !USED_ELSEWHERE.includes(name));
  expect(drivers).toContain('mysql2');
  const loaded = packagesBehind(join(SOURCES, 'main/serve.ts'));
  expect(loaded).toContain('fastify');
  expect(loaded.filter((name) => drivers.includes(name))).toEqual([]);
}, 120_000);
