import {
  type ConnectionTest,
  testConnection,
  type TriedConnection,
  tryConnection,
} from '@watchroom/contract/connections';
import { type Connection, UnusableConnection } from '../../platform/references/connection.ts';
import { CatalogueError, errorBody } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { RoomContext } from '../../platform/rooms/room.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { completeEntry } from '../complete.ts';
import { entryOf, openEntry, typeIdOf } from '../entry.ts';
import { hydrate } from '../hydrate.ts';
import { registry } from '../kinds/registry.generated.ts';
import { runTrial } from '../kinds/support/run-trial.ts';
import { readStored, type StoredRow } from '../stored.ts';

// What the entry holds is judged by its type.
const tried: z.ZodType<TriedConnection> = z.object({
  id: z.uuid().nullish(),
  type: z.string().min(1).max(253),
  name: z.string().max(253).nullish(),
  namespace: z.string().max(253).nullish(),
  url: z.unknown().optional(),
  username: z.unknown().optional(),
  password: z.unknown().optional(),
  certificate: z.unknown().optional(),
  insecure_tls: z.unknown().optional(),
  properties: z.unknown().optional(),
});

/** A stored connection, and a form that is saved or not, tried for real. */
export function registerTests(app: FastifyInstance, context: RoomContext): void {
  const { database, secrets } = context;
  const stored = async (id: string): Promise<StoredRow> => {
    const row = await readStored(database, 'id = $1', [id]);
    if (!row) throw new CatalogueError('not_found', 'There is no such connection, or it was deleted.');
    return row;
  };

  route(app, testConnection, {}, async ({ params, reply }) => {
    const row = await stored(params['id'] ?? '');
    const result = await test(context, () => hydrate({ ...row, entry: openEntry(secrets, row.id, row.sealed) }));
    if (result.passed) return result;
    return reply.code(400).send({ ...errorBody('test_failed', result.message), ...result });
  });

  route(app, tryConnection, { body: tried }, async ({ body }) => {
    const type = typeIdOf(body.type);
    const row = body.id ? await stored(body.id) : undefined;
    const about = { type, name: body.name || 'new', namespace: body.namespace || 'default' };
    const before = row ? openEntry(secrets, row.id, row.sealed) : {};
    const entry = completeEntry({ ...about, entry: entryOf(body) }, before);
    return test(context, () => hydrate({ id: row?.id, ...about, entry }));
  });
}

/** @throws CatalogueError not_implemented for a type that has no test. */
async function test(tools: RoomContext, ready: () => Connection): Promise<ConnectionTest> {
  try {
    const connection = ready();
    const attempt = registry.kindOf(connection.type)?.test;
    if (!attempt)
      throw new CatalogueError('not_implemented', 'We currently do not support testing this connection type');
    return await runTrial(tools, attempt, connection);
  } catch (error) {
    if (!(error instanceof UnusableConnection)) throw error;
    return { passed: false, message: error.message, steps: [] };
  }
}
