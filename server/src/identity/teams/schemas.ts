import { teamSchema, teamSpecSchema } from '@watchroom/contract/identity';
import type { FastifyInstance } from 'fastify';
import { serveSchema } from '../../platform/http/schema-file.ts';

const $schema = 'https://json-schema.org/draft/2020-12/schema';

/** Schemas of a team for its form, and of its spec for editors. */
export function registerTeamSchemas(app: FastifyInstance): void {
  serveSchema(app, 'team.schema.json', () => JSON.stringify({ $schema, ...teamSchema }));
  serveSchema(app, 'team.spec.schema.json', () => JSON.stringify({ $schema, ...teamSpecSchema }));
}
