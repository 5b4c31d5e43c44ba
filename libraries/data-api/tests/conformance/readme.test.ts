import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDatabase } from '../database.ts';
import { serveShop } from './example.ts';

const page = await readFile(join(import.meta.dirname, '../../README.md'), 'utf8');

function block(language: string): string {
  return new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 's').exec(page)?.[1] ?? '';
}

it('shows the example that is compiled here', async () => {
  expect(block('ts')).toBe(await readFile(join(import.meta.dirname, 'example.ts'), 'utf8'));
});

it('shows requests with the answers that they get', async () => {
  await using database = await createDatabase(['clerk', 'visitor']);
  const roles = { clerk: database.role('clerk'), visitor: database.role('visitor') };
  await database.query(block('sql').replaceAll(/\b(clerk|visitor)\b/g, (name) => database.role(name)));
  await using app = await serveShop(database.pool(), roles);
  const shown = [...block('text').matchAll(/^GET (\S+)\n(\S.*)$/gm)];
  expect(shown.length).toBeGreaterThan(2);
  for (const [, url = '', answer = ''] of shown) {
    const response = await app.inject({ url, headers: { authorization: 'Bearer s3cret' } });
    expect([url, response.json<unknown>()]).toEqual([url, JSON.parse(answer)]);
  }
  const refused = await app.inject('/api/orders');
  expect(refused.statusCode).toBe(401);
});
