import { listMails, type MailRow, retryMail } from '@watchroom/contract/identity';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { announceChange } from '../../platform/changes/changes.ts';
import { CatalogueError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { storableAddress } from '../address.ts';
import { recordEvent } from '../audit/audit.ts';
import type { AccountsContext } from '../context.ts';

const PAGE = 50;

const mailsQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).optional(),
  before: z.uuid().optional(),
});

/** The outbox, for administrators: what waits, what was sent, what could not be. */
export function serveOutbox(
  app: FastifyInstance,
  { database, clock, sendsMail }: Pick<AccountsContext, 'database' | 'clock' | 'sendsMail'>,
): void {
  route(app, listMails, { query: mailsQuery }, async ({ query, caller, request }) => {
    const { limit = PAGE, before } = query;
    const found = await database.transaction(async (transaction) => {
      await recordEvent(transaction, {
        action: 'outbox_read',
        personId: caller.personId,
        ip: storableAddress(request.ip),
        details: { limit, ...(before === undefined ? {} : { before }) },
      });
      // The ids grow with time.
      return transaction.query<StoredMail>(
        `select id, kind, recipient, subject, body, status, attempts, error, created_at as "createdAt",
           case when status = 'waiting' then next_attempt_at end as "nextAttemptAt", sent_at as "sentAt"
         from identity.mails where $1::uuid is null or id < $1 order by id desc limit $2`,
        [before ?? null, limit],
      );
    });
    return { mails: found.rows.map(rowOf), sendsMail };
  });

  route(app, retryMail, {}, async ({ params, caller, request }) => {
    await database.transaction(async (transaction) => {
      const retried = await transaction.query<{ id: string }>(
        `update identity.mails set status = 'waiting', attempts = 0, next_attempt_at = $2
         where id = $1 and status = 'failed' and body is not null returning id`,
        [params['id'], new Date(clock.now())],
      );
      const mail = retried.rows[0];
      if (!mail) throw await refusal(params['id']);
      await recordEvent(transaction, {
        action: 'mail_retried',
        personId: caller.personId,
        ip: storableAddress(request.ip),
        details: { mail: mail.id },
      });
      await announceChange(transaction, 'mails', [mail.id]);
    });
    return undefined;
  });

  async function refusal(id: string | undefined): Promise<CatalogueError> {
    const found = await database.query('select from identity.mails where id = $1', [id]);
    return found.rows.length === 0
      ? new CatalogueError('not_found', 'There is no such mail.')
      : new CatalogueError('conflict', 'Only a failed mail whose text is still there can be tried again.');
  }
}

type StoredMail = Omit<MailRow, 'createdAt' | 'nextAttemptAt' | 'sentAt'> & {
  readonly createdAt: Date;
  readonly nextAttemptAt: Date | null;
  readonly sentAt: Date | null;
};

const rowOf = ({ createdAt, nextAttemptAt, sentAt, ...mail }: StoredMail): MailRow => ({
  ...mail,
  createdAt: createdAt.toISOString(),
  nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
  sentAt: sentAt?.toISOString() ?? null,
});
