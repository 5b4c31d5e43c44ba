import type { SessionRow } from '@watchroom/contract/identity';
import { announceChange } from '../../../platform/changes/changes.ts';
import type { Caller } from '../../../platform/http/caller.ts';
import { CatalogueError } from '../../../platform/http/errors.ts';
import { recordEvent } from '../../audit/audit.ts';
import type { AccountsContext } from '../../context.ts';
import type { Actor } from '../provider.ts';
import type { KratosAdmin } from './admin-api.ts';

/** Live sessions of a person as Kratos knows them, the youngest first. It does not tell when one was used last: that is its sign-in. */
export async function listKratosSessions(kratos: KratosAdmin, personId: string, caller: Caller): Promise<SessionRow[]> {
  const found = await kratos.listSessions(personId);
  return found
    .filter(({ active }) => active !== false)
    .map((session): SessionRow => {
      const device = session.devices?.at(-1);
      const issued = (session.issued_at ?? session.authenticated_at ?? new Date(0)).toISOString();
      return {
        id: session.id,
        createdAt: issued,
        lastSeenAt: session.authenticated_at?.toISOString() ?? issued,
        expiresAt: session.expires_at?.toISOString() ?? issued,
        assuranceLevel: session.authenticator_assurance_level === 'aal2' ? 'aal2' : 'aal1',
        methods: [...new Set((session.authentication_methods ?? []).flatMap(({ method }) => method ?? []))],
        userAgent: device?.user_agent ?? null,
        address: device?.ip_address ?? null,
        isCurrent: session.id === caller.sessionId,
      };
    })
    .sort((one, other) => other.lastSeenAt.localeCompare(one.lastSeenAt));
}

/** @throws CatalogueError not_found, also for a session of somebody else. */
export async function revokeKratosSession(
  { database }: Pick<AccountsContext, 'database'>,
  kratos: KratosAdmin,
  personId: string,
  id: string,
  actor: Actor,
): Promise<void> {
  const own = await kratos.listSessions(personId);
  if (!own.some((session) => session.id === id.toLowerCase()))
    throw new CatalogueError('not_found', 'This session has already ended.');
  await kratos.endSession(id.toLowerCase());
  await database.transaction(async (transaction) => {
    await announceChange(transaction, 'sessions', [id.toLowerCase()]);
    await recordEvent(transaction, { action: 'sign_out', personId, ip: actor.ip, details: { session: id } });
  }, actor);
}
