import type { Queryable } from '../../../platform/database/database.ts';
import { createPerson, type IdentityServer } from '../../testing/identity-server.ts';

/** Invites somebody as a responder, in the name of an administrator of their own. @returns the token of the link. */
export async function inviteTo(
  { provider }: IdentityServer,
  database: Parameters<typeof createPerson>[0],
  email: string,
  password: string,
): Promise<string> {
  const personId = await createPerson(database, { email: `admin-${email}`, password, roles: ['admin'] });
  const { link } = await provider.accounts.invite(
    { firstName: 'Ivy', lastName: 'Invited', email, role: 'responder' },
    { personId, ip: '203.0.113.9' },
  );
  return new URL(link).searchParams.get('invitation') ?? '';
}

/** As the database holds it; undefined where nobody has this address. */
export async function accountOf(database: Queryable, email: string) {
  const found = await database.query<{ state: string; isVerified: boolean }>(
    `select i.state, i.email_verified_at is not null as "isVerified"
     from identity.identities i join identity.people p on p.id = i.id where p.email = $1`,
    [email],
  );
  return found.rows[0];
}

/** Oldest first. */
export async function mailsTo(database: Queryable, address: string) {
  const found = await database.query<{ kind: string; body: string }>(
    'select kind, body from identity.mails where recipient = $1 order by created_at',
    [address],
  );
  return found.rows;
}
