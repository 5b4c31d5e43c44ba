import { createHash, randomBytes } from 'node:crypto';
import type { Invited } from '@watchroom/contract/identity';
import type { Queryable } from '../../platform/database/database.ts';
import type { AccountsContext } from '../context.ts';
import { flowLink } from '../flows/flow-link.ts';
import type { IdentityAccount } from '../identities.ts';
import { queueMail } from '../mail/outbox.ts';
import { invitationMail } from '../mail/texts.ts';
import type { Actor } from '../providers/provider.ts';
import { lockAccounts } from './administration.ts';

const LIFE = '7 days';
const TOKEN_BYTES = 32;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Whom an invitation is for, with what the inviter said of him. */
interface Invitation {
  readonly personId: string;
  /** In canonical form. */
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly expiresAt: Date;
}

/** Writes an invitation and its mail; others of this person end. */
export async function createInvitation(
  transaction: Queryable,
  context: AccountsContext,
  { personId, email }: Pick<IdentityAccount, 'personId' | 'email'>,
  actor: Actor,
): Promise<Invited> {
  await endInvitations(transaction, personId);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const made = await transaction.query<{ expires: Date }>(
    `insert into identity.invitations (person_id, token_hash, created_by, expires_at)
     values ($1, $2, $3, now() + $4::interval) returning expires_at as expires`,
    [personId, hashOf(token), actor.personId, LIFE],
  );
  const expires = made.rows[0]?.expires;
  if (!expires) throw new Error('the invitation was not stored');
  const link = flowLink(context.linkBase(), 'registration', { invitation: token });
  await queueMail(transaction, invitationMail(email, link, expires));
  return { link, expiresAt: expires.toISOString(), mailed: context.sendsMail };
}

/** Links that were not used yet stop working. */
export async function endInvitations(transaction: Queryable, personId: string): Promise<void> {
  await transaction.query('delete from identity.invitations where person_id = $1 and used_at is null', [personId]);
}

const OPEN = `from identity.invitations n
  join identity.identities i on i.id = n.person_id and i.state = 'invited'
  join identity.people p on p.id = i.id and p.deleted_at is null
  where n.token_hash = $1 and n.used_at is null and n.expires_at > now()`;

/** The invitation of a link's token; undefined when it was used, has expired, was replaced or never was. Uses nothing up. */
export async function findInvitation(database: Queryable, token: string): Promise<Invitation | undefined> {
  if (!TOKEN.test(token)) return undefined;
  const found = await database.query<Invitation>(
    `select n.person_id as "personId", p.email, i.first_name as "firstName", i.last_name as "lastName",
       n.expires_at as "expiresAt" ${OPEN}`,
    [hashOf(token)],
  );
  return found.rows[0];
}

/**
 * Uses an invitation up, in the transaction that stores what the person signs in with and makes the account active. Of two uses
 * at one moment one has it, and the other finds nothing, as {@link findInvitation} does.
 * @param email in canonical form; an invitation for another address is left unused.
 * @returns whom it was for.
 */
export async function useInvitation(transaction: Queryable, token: string, email: string): Promise<string | undefined> {
  await lockAccounts(transaction);
  const invitation = await findInvitation(transaction, token);
  if (invitation?.email !== email) return undefined;
  await transaction.query('update identity.invitations set used_at = now() where token_hash = $1', [hashOf(token)]);
  return invitation.personId;
}

/** Plain SHA-256: the token has 256 random bits, which no list of guesses meets. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
