import type { MailRow } from '@watchroom/contract/identity';
import type { Health } from '@watchroom/ui';

interface StatusWords {
  readonly health: Health;
  readonly word: string;
}

const STATUSES: Readonly<Record<MailRow['status'], StatusWords>> = {
  waiting: { health: 'info', word: 'Waiting' },
  sent: { health: 'healthy', word: 'Sent' },
  failed: { health: 'unhealthy', word: 'Failed' },
};

export const MAIL_STATUS_OPTIONS = Object.entries(STATUSES).map(([value, { word }]) => ({ value, label: word }));

export function wordOfMail(status: MailRow['status']): StatusWords {
  return STATUSES[status];
}
