import { type Guard, readPermissionOf } from '@watchroom/contract/identity';
import { EXPOSED_TABLES, HEARD_TABLES } from '@watchroom/contract/rooms';
import { changes as changesOperation } from '@watchroom/contract/jobs';
import type { FastifyInstance } from 'fastify';
import type { ChangeFeed } from '../platform/changes/changes.ts';
import { streamChanges } from '../platform/changes/stream.ts';
import type { Caller } from '../platform/http/caller.ts';
import { route } from '../platform/http/route.ts';
import type { Clock } from '../platform/time/clock.ts';

/** The change stream: table and ids, filtered by what the caller may read; it ends with the right of the caller. */
export function registerJobRoutes(
  app: FastifyInstance,
  feed: ChangeFeed,
  clock: Clock,
  callerValidUntil: (caller: Caller) => Promise<number | undefined>,
): void {
  // An open stream never ends by itself: a stop would wait for it until somebody closes their browser.
  const open = new Set<() => void>();
  app.addHook('preClose', async () => {
    for (const end of open) end();
  });
  route(app, changesOperation, {}, async ({ caller, request, reply }) =>
    streamChanges(
      request,
      reply,
      feed,
      clock,
      {
        mayRead: (table) => mayHear(caller, table),
        concerns: ({ table, ids }) => {
          const id = RIGHTS.get(table)?.(caller) ?? undefined;
          return id !== undefined && (ids === 'many' || ids.includes(id));
        },
        validUntil: () => callerValidUntil(caller),
      },
      open,
    ),
  );
}

/** What a change may have ended, by the table that it is told of. */
const RIGHTS = new Map<string, (caller: Caller) => string | null | undefined>([
  ['person_rights', ({ personId }) => personId],
  ['sessions', ({ sessionId }) => sessionId],
  ['access_tokens', ({ tokenId }) => tokenId],
]);

function mayHear(caller: Caller, table: string): boolean {
  const area = guardOf(table);
  // Without sign-in there is nobody to be everyone.
  if (area === 'everyone') return caller.personId !== null;
  return area !== undefined && caller.permissions.has(readPermissionOf(area));
}

/** Whoever reaches the database may name any table, also one that every object has by itself. */
function guardOf(table: string): Guard | undefined {
  if (Object.hasOwn(EXPOSED_TABLES, table)) return EXPOSED_TABLES[table]?.area;
  return Object.hasOwn(HEARD_TABLES, table) ? HEARD_TABLES[table] : undefined;
}
