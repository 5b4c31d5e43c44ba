import { storableAddress } from '../../platform/database/author.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** What happened to an account and stands in no row that changed. */
export interface AccountEvent {
  readonly action:
    | 'sign_in'
    | 'sign_in_failed'
    | 'second_factor_failed'
    | 'sign_out'
    | 'recovery'
    | 'verification'
    | 'token_refused'
    | 'outbox_read'
    | 'mail_retried';
  /** Whose account it is; null where nobody was found. */
  readonly personId: string | null;
  /** Of the client. */
  readonly ip: string | null;
  /** How, and with what; never a secret, and never what was typed where nobody was found. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** Who tried is not known: somebody else may have. */
const UNPROVED: readonly AccountEvent['action'][] = ['sign_in_failed', 'second_factor_failed', 'token_refused'];

/**
 * Writes one line of the audit log, which nobody can change afterwards. Its caller is the author of the transaction, else the
 * owner of the account, unless that was not proved.
 */
export async function recordEvent(database: Queryable, { action, personId, ip, details }: AccountEvent): Promise<void> {
  await database.query(
    `insert into platform.audit_log (caller, table_name, row_id, action, after, address)
     values (coalesce(platform.caller_id(), $1::uuid), 'identity.identities', $2, $3, $4, coalesce($5, platform.caller_address()))`,
    [
      UNPROVED.includes(action) ? null : personId,
      personId,
      action,
      JSON.stringify(details ?? {}),
      ip === null ? null : storableAddress(ip),
    ],
  );
}
