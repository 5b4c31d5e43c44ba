import { ROLES, type TokenScope } from '@watchroom/contract/identity';
import { storableAddress } from '../../platform/database/author.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { CatalogueError } from '../../platform/http/errors.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Clock } from '../../platform/time/clock.ts';
import { type AttemptLimits, beginAttempt } from '../attempts.ts';
import { recordEvent } from '../audit/audit.ts';
import { ACCOUNT_COLUMNS, type Account, callerOf, canonicalEmail } from '../people.ts';
import { hashOfToken, isTokenText } from './token.ts';

/** A script calls several times a second; its token is written at most once in this time. */
const USED_EVERY = 60_000;
/** A script that goes on with a token that ended is told of in the audit log at most once in this time. */
const REFUSED_EVERY = 3_600_000;
const MOST_REFUSED = 1_000;

/** What somebody presents as an access token. */
interface TokenClaim {
  readonly token: string;
  /** The email beside it; undefined where none is said. */
  readonly email: string | undefined;
  readonly ip: string;
  readonly log: Pick<Logger, 'warn'>;
}

interface FoundToken extends Account {
  readonly tokenId: string;
  readonly scope: TokenScope;
  readonly expiresAt: Date;
  readonly lastUsedAt: Date | null;
  /** The person was not deleted, and the account not deactivated. */
  readonly isActive: boolean;
}

/** An account of another provider has no row of identities here. */
const SELECT = `select t.id as "tokenId", t.scope, t.expires_at as "expiresAt", t.last_used_at as "lastUsedAt",
    p.deleted_at is null and coalesce(i.state, 'active') = 'active' as "isActive", ${ACCOUNT_COLUMNS}
  from identity.access_tokens t
  join identity.people p on p.id = t.person_id
  left join identity.identities i on i.id = p.id`;

/**
 * Finds out whose a token is. What was never a token counts as a failed attempt of the address; a right one is let in
 * however many of those there were.
 * @throws CatalogueError unauthenticated, TooManyAttempts from the function that it returns.
 */
export function createTokenVerifier(limits: AttemptLimits): (claim: TokenClaim) => Promise<Caller> {
  const { database, clock } = limits;
  const refusedAt = new Map<string, number>();

  async function refuseUnknown(ip: string): Promise<never> {
    await beginAttempt(limits, 'access token', ip);
    await recordEvent(database, { action: 'token_refused', personId: null, ip });
    throw new CatalogueError('unauthenticated', 'There is no such access token, or it was revoked.');
  }

  async function refuseEnded(found: FoundToken, ip: string): Promise<never> {
    const { tokenId, personId } = found;
    if (clock.monotonic() - (refusedAt.get(tokenId) ?? -Infinity) >= REFUSED_EVERY) {
      if (refusedAt.size >= MOST_REFUSED) refusedAt.clear();
      refusedAt.set(tokenId, clock.monotonic());
      await recordEvent(database, { action: 'token_refused', personId, ip, details: { token: tokenId } });
    }
    throw new CatalogueError(
      'unauthenticated',
      found.isActive ? 'This access token has expired. Create a new one.' : 'This account is no longer active.',
    );
  }

  return async ({ token, email, ip, log }) => {
    if (!isTokenText(token)) return refuseUnknown(ip);
    const found = await database.query<FoundToken>(
      `${SELECT} where t.token_hash = $1`,
      [hashOfToken(token)],
      'find token',
    );
    const row = found.rows[0];
    if (!row || (email !== undefined && email !== canonicalEmail(row.email ?? ''))) return refuseUnknown(ip);
    if (!letsIn(row, clock)) return refuseEnded(row, ip);
    if (clock.now() - (row.lastUsedAt?.getTime() ?? 0) >= USED_EVERY)
      // The caller does not wait for it, nor is he refused because it failed.
      void markUsed(database, clock, row.tokenId, ip).catch((error: unknown) =>
        log.warn({ err: error }, 'the use of an access token could not be noted'),
      );
    return callerOfToken(row);
  };
}

/** The caller of a token as they would be let in now, for open streams; undefined when they would not. */
export async function findTokenCaller(
  database: Queryable,
  clock: Clock,
  id: string,
): Promise<{ readonly caller: Caller; readonly expiresAt: Date } | undefined> {
  const found = await database.query<FoundToken>(`${SELECT} where t.id = $1`, [id]);
  const row = found.rows[0];
  return row && letsIn(row, clock) ? { caller: callerOfToken(row), expiresAt: row.expiresAt } : undefined;
}

function letsIn({ isActive, expiresAt }: FoundToken, clock: Clock): boolean {
  return isActive && expiresAt.getTime() > clock.now();
}

/** The role of the scope, or the one that the person holds now where that is the lower one. */
function callerOfToken({ tokenId, scope, ...account }: FoundToken): Caller {
  const held = callerOf(account).role;
  const strongestFirst = ROLES.filter((role) => role === held || role === scope);
  const role = scope === 'read_only' ? 'viewer' : strongestFirst.at(-1);
  return {
    ...callerOf({ ...account, roles: role === undefined ? [] : [role] }),
    tokenId,
    ...(scope === 'read_only' ? { readOnly: true } : {}),
  };
}

async function markUsed(database: Queryable, clock: Clock, id: string, ip: string): Promise<void> {
  const now = clock.now();
  await database.query(
    `update identity.access_tokens set last_used_at = $2, last_used_address = $3
     where id = $1 and (last_used_at is null or last_used_at <= $4)`,
    [id, new Date(now), storableAddress(ip), new Date(now - USED_EVERY)],
  );
}
