import type { Queryable } from '../../platform/database/database.ts';

/** A mail of plain text to one address. */
export interface Mail {
  /** What it is about, for the outbox: `recovery`, `verification`, `invitation`, … */
  readonly kind: string;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}

/** Puts a mail into the outbox, within the transaction of what it tells of; a job sends it. */
export async function queueMail(transaction: Queryable, { kind, to, subject, body }: Mail): Promise<void> {
  await transaction.query('insert into identity.mails (kind, recipient, subject, body) values ($1, $2, $3, $4)', [
    kind,
    to,
    subject,
    body,
  ]);
}
