import type { AssuranceLevel, AuthenticationMethod, SessionRow } from '@watchroom/contract/identity';
import type { Queryable } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { CatalogueError } from '../../platform/http/errors.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { recordEvent } from '../audit/audit.ts';
import type { IdentityContext } from '../context.ts';
import type { Actor } from '../providers/provider.ts';
import { endSession } from '../sessions.ts';

interface StoredSession {
  readonly id: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly expiresAt: Date;
  readonly level: AssuranceLevel;
  readonly methods: readonly AuthenticationMethod[];
  readonly userAgent: string | null;
  readonly address: string | null;
}

/** Live sessions of a person, the one used last first. */
export async function listSessions(
  database: Queryable,
  clock: Clock,
  personId: string,
  caller: Caller,
): Promise<SessionRow[]> {
  const found = await database.query<StoredSession>(
    `select id, created_at as "createdAt", last_seen_at as "lastSeenAt", expires_at as "expiresAt",
       assurance_level as level, authentication_methods as methods, user_agent as "userAgent", host(address) as address
     from identity.sessions where person_id = $1 and expires_at > $2 order by last_seen_at desc, id`,
    [personId, new Date(clock.now())],
  );
  return found.rows.map(({ createdAt, lastSeenAt, expiresAt, level, methods, ...session }) => ({
    ...session,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    assuranceLevel: level,
    methods: [...new Set(methods.map(({ method }) => method))],
    isCurrent: session.id === caller.sessionId,
  }));
}

/** Ends a session of this person. @throws CatalogueError not_found, also for a session of somebody else. */
export async function revokeSession(
  { database }: Pick<IdentityContext, 'database'>,
  personId: string,
  id: string,
  actor: Actor,
): Promise<void> {
  await database.transaction(async (transaction) => {
    const found = await transaction.query('select from identity.sessions where id = $1 and person_id = $2', [
      id,
      personId,
    ]);
    if (found.rowCount === 0) throw new CatalogueError('not_found', 'This session has already ended.');
    await endSession(transaction, id);
    await recordEvent(transaction, {
      action: 'sign_out',
      personId,
      ip: actor.ip,
      details: { session: id },
    });
  }, actor);
}
