import { listMails, type MailRow, retryMail } from '@watchroom/contract/identity';
import { mailsQuery } from '@watchroom/contract/identity/inputs';
import type { FastifyInstance } from 'fastify';
import type { Queryable } from '../../platform/database/database.ts';
import { announceChange } from '../../platform/changes/changes.ts';
import { CatalogueError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { storableAddress } from '../address.ts';
import { type AccountEvent, recordEvent } from '../audit/audit.ts';
import type { AccountsContext } from '../context.ts';

const PAGE = 50;
/** The page loads again by itself: for this long that is one look, unless there is another mail to see. */
const ONE_LOOK = '1 hour';

/** The outbox, for administrators: what waits, what was sent, what could not be. */
export function serveOutbox(
  app: FastifyInstance,
  { database, clock, sendsMail }: Pick<AccountsContext, 'database' | 'clock' | 'sendsMail'>,
): void {
  route(app, listMails, { query: mailsQuery }, async ({ query, caller, request }) => {
    const { limit = PAGE, before } = query;
    const found = await database.transaction(async (transaction) => {
      // The ids grow with time.
      const mails = await transaction.query<StoredMail>(
        `select id, kind, recipient, subject, body, status, attempts, error, created_at as "createdAt",
           case when status = 'waiting' then next_attempt_at end as "nextAttemptAt", sent_at as "sentAt"
         from identity.mails where $1::uuid is null or id < $1 order by id desc limit $2`,
        [before ?? null, limit],
      );
      const look = {
        action: 'outbox_read',
        personId: caller.personId,
        ip: storableAddress(request.ip),
        details: { limit, ...(before === undefined ? {} : { before }), newest: mails.rows[0]?.id ?? null },
      } as const;
      if (!(await isRecorded(transaction, look))) await recordEvent(transaction, look);
      return mails;
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
      : new CatalogueError('conflict', 'Only a failed mail that still has its text can be sent again.');
  }
}

/** Whether the log holds this look at the same mails already. */
async function isRecorded(database: Queryable, { action, personId, ip, details }: AccountEvent): Promise<boolean> {
  const found = await database.query(
    `select from platform.audit_log
     where table_name = 'identity.identities' and row_id = $1 and action = $2 and after = $3
       and address is not distinct from $4::inet and at > now() - $5::interval limit 1`,
    [personId, action, JSON.stringify(details), ip, ONE_LOOK],
  );
  return found.rows.length > 0;
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
