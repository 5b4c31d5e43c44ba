import type { HttpAnswer } from '@watchroom/outbound';
import { z } from 'zod';
import { CatalogueError } from '../../../platform/http/errors.ts';
import { isMailAddress } from '../../mail/mail-address.ts';
import { canonicalEmail } from '../../people.ts';

/** What we read of the answers of Kratos (its HTTP API, v1 and later); what else they hold is ignored. */

const traits = z
  .object({
    email: z.string().optional().catch(undefined),
    name: z
      .union([z.string(), z.object({ first: z.string().catch(''), last: z.string().catch('') })])
      .optional()
      .catch(undefined),
  })
  .catch({});

export const identityAnswer = z.object({
  id: z.guid().toLowerCase(),
  state: z.string().optional(),
  traits,
  verifiable_addresses: z
    .array(z.object({ value: z.string(), verified: z.boolean() }))
    .nullish()
    .catch(null),
});

const time = z.iso.datetime({ offset: true }).transform((text) => new Date(text));

const sessionAnswer = z.object({
  id: z.guid().toLowerCase(),
  active: z.boolean().optional(),
  issued_at: time.optional(),
  expires_at: time.optional(),
  authenticated_at: time.optional(),
  authenticator_assurance_level: z.string().optional(),
  authentication_methods: z
    .array(z.object({ method: z.string().optional() }))
    .nullish()
    .catch(null),
  devices: z
    .array(z.object({ ip_address: z.string().optional(), user_agent: z.string().optional() }))
    .nullish()
    .catch(null),
});

export const whoAmIAnswer = sessionAnswer.extend({ identity: identityAnswer });
export const sessionsAnswer = z.array(sessionAnswer);
export const loginFlowAnswer = z.object({ id: z.string().min(1) });
export const nativeLoginAnswer = z.object({
  session_token: z.string().min(1),
  session: sessionAnswer.extend({ identity: identityAnswer }),
});
/** Of an administrator's recovery: by a code the person types it on the page of the link; by a link there is none. */
export const recoveryAnswer = z.object({
  recovery_link: z.url(),
  recovery_code: z.string().optional(),
  expires_at: time.optional(),
});

/** Who somebody is, as Kratos knows him. */
export interface KratosIdentity {
  readonly id: string;
  /** In canonical form; undefined where his traits name none that a mail could go to. */
  readonly email: string | undefined;
  readonly isVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
}

export function identityOf(answer: z.output<typeof identityAnswer>): KratosIdentity {
  const email = canonicalEmail(answer.traits.email ?? '');
  const { name } = answer.traits;
  const [first, last] = typeof name === 'string' ? [name, ''] : [name?.first ?? '', name?.last ?? ''];
  return {
    id: answer.id,
    email: isMailAddress(email) ? email : undefined,
    isVerified: (answer.verifiable_addresses ?? []).some(
      ({ value, verified }) => verified && canonicalEmail(value) === email,
    ),
    firstName: storableName(first) || storableName(email.split('@')[0] ?? '') || 'Nameless',
    lastName: storableName(last),
  };
}

function storableName(text: string): string {
  return Array.from(text.replace(/[\p{Cc}\p{Cs}]/gu, ' ').trim())
    .slice(0, 200)
    .join('');
}

/** @throws CatalogueError unavailable for an answer of another form. */
export function readKratos<Schema extends z.ZodType>(schema: Schema, { body }: HttpAnswer): z.output<Schema> {
  const parsed = schema.safeParse(jsonOf(body));
  if (parsed.success) return parsed.data;
  throw new CatalogueError(
    'unavailable',
    'The accounts (Ory Kratos) answered in a form that is not known. Look whether WATCHROOM_KRATOS_URL and WATCHROOM_KRATOS_ADMIN_URL lead to Kratos.',
    { cause: parsed.error },
  );
}

/** The reason that an error of Kratos gives, if any. */
export function reasonOf({ body }: HttpAnswer): string | undefined {
  const text = z.string().optional().catch(undefined);
  const parsed = z.object({ error: z.object({ reason: text, message: text }) }).safeParse(jsonOf(body));
  return parsed.success ? (parsed.data.error.reason ?? parsed.data.error.message) : undefined;
}

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}
