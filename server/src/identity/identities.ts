import type { AssuranceLevel, FlowIdentity } from '@watchroom/contract/identity';
import type { Queryable } from '../platform/database/database.ts';
import { ACCOUNT_COLUMNS, type Account } from './people.ts';

/** The account of a person with what the flow protocol tells of it. */
export interface IdentityAccount extends Account {
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly state: 'active' | 'inactive' | 'invited';
  readonly stateChangedAt: Date;
  readonly emailVerifiedAt: Date | null;
  /** What a session of his needs. */
  readonly requiredLevel: AssuranceLevel;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const IDENTITY_COLUMNS = `${ACCOUNT_COLUMNS}, i.first_name as "firstName", i.last_name as "lastName", i.state,
  i.state_changed_at as "stateChangedAt", i.email_verified_at as "emailVerifiedAt", i.required_level as "requiredLevel",
  i.created_at as "createdAt", i.updated_at as "updatedAt"`;

const FROM = `from identity.people p join identity.identities i on i.id = p.id where p.deleted_at is null and p.email is not null`;

export async function findIdentity(database: Queryable, personId: string): Promise<IdentityAccount | undefined> {
  const found = await database.query<IdentityAccount>(`select ${IDENTITY_COLUMNS} ${FROM} and p.id = $1`, [personId]);
  return found.rows[0];
}

/** @param email in canonical form. */
export async function findIdentityByEmail(database: Queryable, email: string): Promise<IdentityAccount | undefined> {
  const found = await database.query<IdentityAccount>(`select ${IDENTITY_COLUMNS} ${FROM} and lower(p.email) = $1`, [
    email,
  ]);
  return found.rows[0];
}

/** The account as the flow protocol tells it. */
export function flowIdentity(account: IdentityAccount): FlowIdentity {
  const { personId: id, email } = account;
  return {
    id,
    schema_id: 'default',
    schema_url: '/api/schemas/identity.schema.json',
    state: account.state,
    state_changed_at: account.stateChangedAt.toISOString(),
    traits: { email, name: { first: account.firstName, last: account.lastName } },
    verifiable_addresses: [
      {
        id,
        value: email,
        verified: account.emailVerifiedAt !== null,
        via: 'email',
        status: account.emailVerifiedAt === null ? 'pending' : 'completed',
      },
    ],
    recovery_addresses: [{ id, value: email, via: 'email' }],
    metadata_public: null,
    created_at: account.createdAt.toISOString(),
    updated_at: account.updatedAt.toISOString(),
  };
}
