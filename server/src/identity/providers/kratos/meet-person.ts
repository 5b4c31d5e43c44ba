import type { Queryable } from '../../../platform/database/database.ts';
import { CatalogueError } from '../../../platform/http/errors.ts';
import { recordEvent } from '../../audit/audit.ts';
import type { AccountsContext } from '../../context.ts';
import { hasOtherAdministrator, lockAccounts } from '../../users/administration.ts';
import { replaceRoles } from '../../users/roles.ts';
import type { KratosSession } from './sessions.ts';
import type { KratosIdentity } from './wire.ts';

/** Somebody who was just vouched for by Kratos. */
export interface Meeting {
  readonly session: KratosSession;
  readonly ip: string;
  /** False for a script, which signs in with each request. */
  readonly isSignIn: boolean;
  /** Asks Kratos again whether the session lets him in. */
  readonly isStillLive: () => Promise<boolean>;
}

type MeetContext = Pick<AccountsContext, 'database' | 'log'> & {
  /** Whose verified address makes him the administrator as long as there is none; in canonical form. */
  readonly adminEmail: string | undefined;
};

interface Stored {
  readonly email: string | null;
  readonly deletedAt: Date | null;
  readonly lastLogin: Date | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly state: string | null;
  readonly isVerified: boolean;
  readonly isAdmin: boolean;
}

/**
 * Keeps the row of a person as Kratos describes him: made at his first sign-in, without a role, and changed when he changed.
 * @throws CatalogueError forbidden where he cannot be a person here.
 */
export async function meetPerson(context: MeetContext, meeting: Meeting): Promise<void> {
  const { database } = context;
  const { identity, authenticatedAt } = meeting.session;
  const { id, email } = identity;
  if (email === undefined)
    throw new CatalogueError('forbidden', 'Your account has no email. Ask an administrator to add it in Ory Kratos.');
  const before = await findStored(database, id);
  const comes = meeting.isSignIn && isLater(authenticatedAt, before?.lastLogin ?? null);
  // A built-in administrator may be about to lose this very address.
  const mayLead =
    isNamed(context, identity, before) && (before?.email !== email || !(await hasOtherAdministrator(database, id)));
  if (before && before.deletedAt === null && isSame(before, identity, email) && !comes && !mayLead) return;
  await database.transaction(
    async (transaction) => {
      if (mayLead) await lockAccounts(transaction);
      await transaction.query(
        `insert into identity.people (id, name, type) values ($1, $2, 'person') on conflict (id) do nothing`,
        [id, identity.firstName],
      );
      // Waits for an administrator who is just changing this account.
      await transaction.query('select from identity.people where id = $1 for update', [id]);
      const now = await findStored(transaction, id);
      if (!now || now.deletedAt !== null)
        throw new CatalogueError('forbidden', 'Your account was deleted here. Ask an administrator to invite you.');
      // What Kratos answered before he closed it must not open the account again.
      if (now.state === 'inactive' && !(await meeting.isStillLive()))
        throw new CatalogueError('unauthenticated', 'Sign in first.');
      await store(transaction, identity, email, now);
      if (mayLead && isNamed(context, identity, now) && !(await hasOtherAdministrator(transaction, id))) {
        await replaceRoles(transaction, id, 'admin');
        context.log.info('the owner of WATCHROOM_ADMIN_EMAIL became the administrator');
      }
      if (!comes) return;
      await transaction.query('update identity.people set last_login = coalesce($2, now()) where id = $1', [
        id,
        authenticatedAt ?? null,
      ]);
      await recordEvent(transaction, {
        action: 'sign_in',
        personId: id,
        ip: meeting.ip,
        details: { provider: 'kratos', session: meeting.session.id },
      });
    },
    { personId: id, ip: meeting.ip },
  );
}

async function findStored(database: Queryable, id: string): Promise<Stored | undefined> {
  const found = await database.query<Stored>(
    `select p.email, p.deleted_at as "deletedAt", p.last_login as "lastLogin", i.first_name as "firstName",
       i.last_name as "lastName", i.state, i.email_verified_at is not null as "isVerified",
       exists (select from identity.person_roles r where r.person_id = p.id and r.role = 'admin') as "isAdmin"
     from identity.people p left join identity.identities i on i.id = p.id where p.id = $1`,
    [id],
  );
  return found.rows[0];
}

function isSame(before: Stored, identity: KratosIdentity, email: string): boolean {
  return (
    before.email === email &&
    before.firstName === identity.firstName &&
    before.lastName === identity.lastName &&
    before.isVerified === identity.isVerified &&
    before.state === 'active'
  );
}

function isLater(time: Date | undefined, before: Date | null): boolean {
  return before === null || (time !== undefined && time > before);
}

/** Only a verified address counts: anybody may type that of the administrator into a registration. */
function isNamed(
  { adminEmail }: MeetContext,
  { email, isVerified }: KratosIdentity,
  before: Stored | undefined,
): boolean {
  return adminEmail !== undefined && email === adminEmail && isVerified && before?.isAdmin !== true;
}

async function store(transaction: Queryable, identity: KratosIdentity, email: string, now: Stored): Promise<void> {
  const { id, firstName, lastName, isVerified } = identity;
  if (now.email !== email) {
    await freeAddress(transaction, identity, email);
    await transaction.query('update identity.people set email = $2 where id = $1', [id, email]);
  }
  if (isSame(now, identity, email)) return;
  await transaction.query(
    `insert into identity.identities (id, first_name, last_name, state, email_verified_at)
     values ($1, $2, $3, 'active', case when $4::boolean then now() end)
     on conflict (id) do update set first_name = excluded.first_name, last_name = excluded.last_name, state = 'active',
       email_verified_at = case when $4::boolean then coalesce(identities.email_verified_at, now()) end`,
    [id, firstName, lastName, isVerified],
  );
}

/**
 * An address belongs to one person. Whoever has shown in Kratos that it is his gets it from whom had it here before: a built-in
 * account from before Kratos, or somebody who has changed his address there and did not come since. That one is inactive
 * until Kratos vouches for him again.
 */
async function freeAddress(transaction: Queryable, { id, isVerified }: KratosIdentity, email: string): Promise<void> {
  const found = await transaction.query<{ id: string }>(
    'select id from identity.people where lower(email) = $1 and id <> $2 and deleted_at is null for update',
    [email, id],
  );
  const other = found.rows[0]?.id;
  if (other === undefined) return;
  if (!isVerified)
    throw new CatalogueError('forbidden', 'Another person here has your email. Verify it, then sign in again.');
  await transaction.query('update identity.people set email = null where id = $1', [other]);
  await transaction.query(`update identity.identities set state = 'inactive' where id = $1`, [other]);
}
