import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';

/** Generated schemas: `health.kinds.json` for forms, `canary.schema.json` for editors. */
const FILES: Readonly<Record<string, string>> = {
  'health.kinds.json': 'kinds.generated.json',
  'canary.schema.json': 'canary.schema.generated.json',
};
const FOLDER = join(import.meta.dirname, '../../../../contract/src/health');

/** Schemas hold nothing of this installation: editors and forms may read them without sign-in. */
export function registerSchemaRoutes(app: FastifyInstance): void {
  for (const [name, file] of Object.entries(FILES))
    app.get(`/api/schemas/${name}`, async (_request, reply) =>
      reply
        .type('application/json')
        .header('cache-control', 'no-cache')
        .send(await readFile(join(FOLDER, file), 'utf8')),
    );
}
