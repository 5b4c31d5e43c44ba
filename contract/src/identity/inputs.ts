import { z } from 'zod';
import { ROLES } from './roles.ts';

const DAYS = 'Choose between 1 and 365 days';

/** Body of `POST /api/v1/identity/tokens`. */
export const createTokenInput = z.strictObject({
  name: z
    .string('Enter a name')
    .trim()
    .min(1, 'Enter a name')
    .max(100, 'Use at most 100 characters')
    .regex(/^\P{Cc}*$/u, 'Use no control characters'),
  /** `read_only` reads what a viewer reads; a role acts as that role, and never as more than its person holds. */
  scope: z.enum(['read_only', ...ROLES], 'Choose what the token may do'),
  /** Whole days from now. */
  days: z.int(DAYS).min(1, DAYS).max(365, DAYS),
});
export type CreateTokenInput = Readonly<z.output<typeof createTokenInput>>;

/** `GET /api/v1/identity/mails`. */
export const mailsQuery = z.object({
  /** Default 50. */
  limit: z.coerce.number().int().min(1).max(200).exactOptional(),
  /** Id of the last mail of the page before. */
  before: z.uuid().exactOptional(),
});
export type MailsQuery = Readonly<z.output<typeof mailsQuery>>;
