import type { Queryable } from '../../platform/database/database.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { OutgoingMail } from './send-mail.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Pauses after the first attempts; every later one is an hour. Milliseconds. */
const PAUSES = [1, 2, 5, 15].map((minutes) => minutes * MINUTE);
/** A mail that cannot be sent so long after it was written is given up. */
const GIVEN_UP_AFTER = DAY;
/** Longer than any attempt: the mail of a process that died in the middle is tried again after this. */
const LEASE = 5 * MINUTE;
/** A text is kept so long where it could not be sent, */
const BODY_KEPT = 7 * DAY;
/** and that there was a mail, so long. */
const ROW_KEPT = 90 * DAY;

export interface ClaimedMail extends OutgoingMail {
  /** This one included. */
  readonly attempts: number;
}

/** Takes the mail that has waited longest, so that no other process sends it meanwhile. */
export async function claimMail(database: Queryable, clock: Clock): Promise<ClaimedMail | undefined> {
  const now = clock.now();
  const claimed = await database.query<ClaimedMail>(
    `update identity.mails set attempts = attempts + 1, next_attempt_at = $2
     where id = (select id from identity.mails where status = 'waiting' and body is not null and next_attempt_at <= $1
                 order by next_attempt_at, id limit 1 for update skip locked)
     returning id, recipient, subject, body, attempts, created_at as "createdAt"`,
    [new Date(now), new Date(now + LEASE)],
  );
  return claimed.rows[0];
}

/** The text goes at once: it may hold what opens an account. */
export async function keepSent(database: Queryable, clock: Clock, id: string): Promise<void> {
  await database.query(
    `update identity.mails set status = 'sent', sent_at = $2, body = null, error = null where id = $1`,
    [id, new Date(clock.now())],
  );
}

/** @param isFinal no further attempt would do better. @returns whether it is given up. */
export async function keepFailed(
  database: Queryable,
  clock: Clock,
  mail: ClaimedMail,
  { error, isFinal }: { readonly error: string; readonly isFinal: boolean },
): Promise<boolean> {
  const now = clock.now();
  const next = now + (PAUSES[mail.attempts - 1] ?? HOUR);
  const isOver = isFinal || next > mail.createdAt.getTime() + GIVEN_UP_AFTER;
  await database.query('update identity.mails set status = $2, error = $3, next_attempt_at = $4 where id = $1', [
    mail.id,
    isOver ? 'failed' : 'waiting',
    error,
    new Date(next),
  ]);
  return isOver;
}

/** Of a mail whose attempt was cut off by ourselves: it did not count. */
export async function handBack(database: Queryable, clock: Clock, id: string): Promise<void> {
  await database.query('update identity.mails set attempts = attempts - 1, next_attempt_at = $2 where id = $1', [
    id,
    new Date(clock.now()),
  ]);
}

/** Removes what is kept no longer. A mail without its text cannot be sent. @returns how many rows. */
export async function deleteOldMails(database: Queryable, clock: Clock): Promise<number> {
  const now = clock.now();
  await database.query(
    `update identity.mails set body = null,
       status = case when status = 'waiting' then 'failed' else status end,
       error = case when status = 'waiting' then coalesce(error, 'It was not sent within 7 days.') else error end
     where body is not null and created_at < $1`,
    [new Date(now - BODY_KEPT)],
  );
  const deleted = await database.query('delete from identity.mails where created_at < $1', [new Date(now - ROW_KEPT)]);
  return deleted.rowCount ?? 0;
}
