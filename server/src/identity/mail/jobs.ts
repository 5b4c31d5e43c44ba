import type { Outbound } from '@watchroom/outbound';
import { requestOnChange } from '../../jobs/index.ts';
import type { ChangeFeed } from '../../platform/changes/changes.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { Job, JobContext, JobOutcome } from '../../platform/rooms/job.ts';
import type { Clock } from '../../platform/time/clock.ts';
import type { MailServer } from './mail-server.ts';
import { claimMail, deleteOldMails, handBack, keepFailed, keepSent } from './queue.ts';
import { reasonOf, RefusedMail, type SendLimits, sendMail } from './send-mail.ts';

const MAIL_DELIVERY = 'mail-delivery';

export interface MailContext {
  readonly outbound: Outbound;
  /** Undefined: mails wait in the outbox. */
  readonly server: MailServer | undefined;
}

/** What becomes of queued mails. */
export function mailJobs({ outbound, server }: MailContext): Job[] {
  const retention: Job = {
    name: 'mail-retention',
    schedule: '23 * * * *',
    quiet: true,
    run: async ({ database, clock }) => ({ successes: await deleteOldMails(database, clock), errors: [] }),
  };
  if (!server) return [retention];
  return [
    retention,
    {
      name: MAIL_DELIVERY,
      schedule: '* * * * *',
      quiet: true,
      run: (context) => deliverMails(outbound, server, context),
    },
  ];
}

/** Asks for a delivery whenever a mail is queued, by whatever process. @returns the call that ends it. */
export function deliverOnMails(feed: ChangeFeed, database: Database, clock: Clock, log: Logger): () => void {
  return requestOnChange('mails', MAIL_DELIVERY, feed, database, clock, log);
}

/**
 * Sends all mails that are due, one after another. A mail may be sent twice when the process dies between the two, never
 * not at all. The first failure that is not about its mail alone ends the run: a server that hangs would hold it for every
 * single one, and the next run tries the next mail.
 */
export async function deliverMails(
  outbound: Outbound,
  server: MailServer,
  { database, clock, log, signal }: JobContext,
  limits?: SendLimits,
): Promise<JobOutcome> {
  const errors: string[] = [];
  let successes = 0;
  let failed = 0;
  while (!signal.aborted) {
    const mail = await claimMail(database, clock);
    if (!mail) break;
    try {
      await sendMail(outbound, server, mail, signal, limits);
    } catch (error) {
      if (signal.aborted) {
        await handBack(database, clock, mail.id);
        break;
      }
      const reason = reasonOf(error);
      const isOfThisMail = error instanceof RefusedMail;
      const isFinal = isOfThisMail && error.isFinal;
      if (await keepFailed(database, clock, mail, { error: reason, isFinal })) failed += 1;
      log.warn({ mail: mail.id, attempt: mail.attempts, reason }, 'a mail could not be sent');
      errors.push(reason);
      if (isOfThisMail) continue;
      break;
    }
    await keepSent(database, clock, mail.id);
    successes += 1;
  }
  return { successes, errors, ...(failed > 0 ? { summary: { failed } } : {}) };
}
