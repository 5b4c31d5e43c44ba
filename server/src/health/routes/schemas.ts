import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { serveSchema } from '../../platform/http/schema-file.ts';
import { serveKinds } from '../../platform/kinds/serve.ts';
import { registry } from '../kinds/registry.generated.ts';

const FOLDER = join(import.meta.dirname, '../../../../contract/src/health');
const CANARY = 'canary.schema.generated.json';

/** Schemas: of the kinds for forms, of a canary and of its spec for editors. */
export function registerSchemaRoutes(app: FastifyInstance): void {
  serveKinds(app, 'health', registry);
  serveSchema(app, 'canary.schema.json', () => read(CANARY));
  serveSchema(app, 'canary.spec.schema.json', async () => specOf(await read(CANARY)));
}

function read(file: string): Promise<string> {
  return readFile(join(FOLDER, file), 'utf8');
}

interface DocumentSchema {
  readonly $schema: string;
  readonly properties: { readonly spec: object };
  /** What the spec refers to. */
  readonly $defs: object;
}

function specOf(document: string): string {
  const { $schema, properties, $defs } = JSON.parse(document) as DocumentSchema;
  return JSON.stringify({ $schema, title: 'Canary specification', ...properties.spec, $defs });
}
