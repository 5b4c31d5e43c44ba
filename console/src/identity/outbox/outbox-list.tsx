import type { MailRow } from '@watchroom/contract/identity';
import { RelativeTime, StatusWord } from '@watchroom/ui';
import { CutText } from '../../app/resources/resource-columns.tsx';
import type { ListLooks } from '../../app/table/table-shape.ts';
import { MailDialog } from './MailDialog.tsx';
import { MAIL_STATUS_OPTIONS, wordOfMail } from './mail-words.ts';
import classes from './outbox.module.css';

/** Mails that wait, were sent, or could not be. */
export const OUTBOX: ListLooks<MailRow> = {
  label: 'Outbox',
  nouns: 'mails',
  key: 'id',
  search: { columns: ['recipient', 'subject', 'error'], placeholder: 'Search by address, subject or error' },
  filters: [{ type: 'choices', id: 'status', title: 'Status', options: MAIL_STATUS_OPTIONS }],
  groupBy: [
    { id: 'status', title: 'status', value: ({ status }) => status },
    { id: 'recipient', title: 'recipient', value: ({ recipient }) => recipient },
  ],
  sort: { by: 'createdAt', isDescending: true },
  pageSize: 100,
  openAs: 'mail',
  columns: [
    {
      id: 'subject',
      title: 'Subject',
      width: 'minmax(180px, 1.4fr)',
      cell: ({ subject }) => (
        <span className={`ui-cut ${classes['subject']}`} title={subject}>
          {subject}
        </span>
      ),
    },
    {
      id: 'recipient',
      title: 'To',
      width: 'minmax(160px, 1.2fr)',
      cell: ({ recipient }) => <CutText text={recipient} />,
    },
    {
      id: 'status',
      title: 'Status',
      width: 'minmax(90px, 0.5fr)',
      isBadge: true,
      cell: ({ status }) => <StatusWord {...wordOfMail(status)} />,
    },
    {
      id: 'error',
      title: 'Error',
      width: 'minmax(140px, 1.4fr)',
      cell: ({ error }) => (
        <span className={`ui-cut ${classes['error']}`} title={error ?? undefined}>
          {error ?? '–'}
        </span>
      ),
    },
    {
      id: 'createdAt',
      title: 'Written',
      width: 'minmax(84px, 0.5fr)',
      align: 'right',
      cell: ({ createdAt }) => <RelativeTime time={createdAt} />,
    },
    {
      id: 'sentAt',
      title: 'Sent',
      width: 'minmax(84px, 0.5fr)',
      align: 'right',
      isOptional: true,
      cell: ({ sentAt }) => <RelativeTime time={sentAt} />,
    },
    {
      id: 'attempts',
      title: 'Attempts',
      width: 'minmax(70px, 0.4fr)',
      align: 'right',
      isOptional: true,
      cell: ({ attempts }) => <span className="ui-num">{attempts}</span>,
    },
  ],
  empty:
    'Invitations, codes and account notices appear here until they are sent. Without a mail server (WATCHROOM_SMTP_URL) they wait here, and you pass on their links and codes.',
  dialog: (mail, onClose) => <MailDialog key={mail.id} mail={mail} onClose={onClose} />,
};
