import { operation } from '../operation.ts';
import type { MailsQuery } from './inputs.ts';

/** A mail of the outbox; times are ISO 8601. */
export interface MailRow {
  readonly id: string;
  /** What it is about: `recovery`, `verification`, `invitation`, … */
  readonly kind: string;
  readonly recipient: string;
  readonly subject: string;
  /** Plain text; null once it was sent, and after 7 days. */
  readonly body: string | null;
  /** `failed` is given up; it can be tried again as long as it has its text. */
  readonly status: 'waiting' | 'sent' | 'failed';
  readonly attempts: number;
  /** Why the last attempt failed. */
  readonly error: string | null;
  readonly createdAt: string;
  /** Of a waiting one. */
  readonly nextAttemptAt: string | null;
  readonly sentAt: string | null;
}

/** Answer of {@link listMails}. */
export interface Mails {
  /** Newest first. */
  readonly mails: readonly MailRow[];
  /** False where no mail server is configured: mails wait for somebody to read them here. */
  readonly sendsMail: boolean;
}

/** Each reading is recorded in the audit log. */
export const listMails = operation<Mails, MailsQuery>('GET', '/api/v1/identity/mails', 'action:outbox.read');
/** Tries a failed one again. Answers 204; 409 where it did not fail or its text is gone. */
export const retryMail = operation<undefined>('POST', '/api/v1/identity/mails/:id/retry', 'action:outbox.read');
