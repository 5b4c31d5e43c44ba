import type { Evidence } from '../../method.ts';
import type { Queryable } from '../../../../platform/database/database.ts';

/** How a browser may reach a key, as far as we hand it on. */
export const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;

/** A key of a person: a passkey on a device, or a token of hardware. */
export interface Passkey {
  readonly id: string;
  readonly personId: string;
  readonly name: string;
  readonly credentialId: Buffer;
  /** COSE. */
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly (typeof TRANSPORTS)[number][];
  /** Whether it checks that its owner uses it. */
  readonly verifiesUser: boolean;
  readonly createdAt: Date;
}

const COLUMNS = `id, person_id as "personId", name, credential_id as "credentialId", public_key as "publicKey",
  counter::float8 as counter, transports, verifies_user as "verifiesUser", created_at as "createdAt"`;

export async function listPasskeys(database: Queryable, personId: string): Promise<readonly Passkey[]> {
  const found = await database.query<Passkey>(
    `select ${COLUMNS} from identity.passkeys where person_id = $1 order by created_at, id`,
    [personId],
  );
  return found.rows;
}

export async function findPasskey(database: Queryable, credentialId: Buffer): Promise<Passkey | undefined> {
  const found = await database.query<Passkey>(`select ${COLUMNS} from identity.passkeys where credential_id = $1`, [
    credentialId,
  ]);
  return found.rows[0];
}

/** @returns false when the key is somebody's already. */
export async function insertPasskey(transaction: Queryable, key: Omit<Passkey, 'id' | 'createdAt'>): Promise<boolean> {
  const added = await transaction.query(
    `insert into identity.passkeys (person_id, name, credential_id, public_key, counter, transports, verifies_user)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict (credential_id) do nothing`,
    [key.personId, key.name, key.credentialId, key.publicKey, key.counter, key.transports, key.verifiesUser],
  );
  return added.rowCount === 1;
}

/** @returns false when the person has no such key. */
export async function deletePasskey(transaction: Queryable, personId: string, id: string): Promise<boolean> {
  const removed = await transaction.query('delete from identity.passkeys where person_id = $1 and id::text = $2', [
    personId,
    id,
  ]);
  return removed.rowCount === 1;
}

/**
 * Takes one use of a key, in one step with the judgement of its counter (WebAuthn, 7.2): one that does not grow was signed
 * before, or by a copy of the key. Keys without a counter always say 0.
 * @param verifiesUser from now on, where another factor came first.
 */
export async function takeUse(
  database: Queryable,
  id: string,
  { counter, verifiesUser, now }: { counter: number; verifiesUser: boolean; now: Date },
): Promise<boolean> {
  const taken = await database.query(
    `update identity.passkeys set counter = $2, verifies_user = verifies_user or $3, last_used_at = $4
     where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))`,
    [id, counter, verifiesUser, now],
  );
  return taken.rowCount === 1;
}

/** Evidence of a key: that it is still this person's. */
export function stillHasPasskey(id: string, personId: string): Evidence {
  return async (transaction) => {
    const found = await transaction.query('select 1 from identity.passkeys where id = $1 and person_id = $2', [
      id,
      personId,
    ]);
    return found.rowCount === 1;
  };
}
