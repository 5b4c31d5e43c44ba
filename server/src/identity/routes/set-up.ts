import { type SetupInput, setUp } from '@watchroom/contract/identity';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CatalogueError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { sessionOrigin, setSessionCookie } from '../cookie.ts';
import { completeFirstRun } from '../first-run.ts';
import { passwordProblem } from '../passwords.ts';
import { findAccount, whoAmIOf } from '../people.ts';
import type { IdentityContext } from '../context.ts';

const input = z.strictObject({
  token: z.string().min(1).max(128),
  email: z
    .string('Enter your email')
    .trim()
    .max(254, 'Use at most 254 characters')
    .regex(/^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u, 'Use an address such as admin@example.com'),
  password: z.string('Enter a password').superRefine((password, refinement) => {
    const problem = passwordProblem(password);
    if (problem !== undefined) refinement.addIssue({ code: 'custom', message: problem });
  }),
  name: z
    .string()
    .trim()
    .min(1, 'Enter a name')
    .max(200, 'Use at most 200 characters')
    .regex(/^\P{Cc}*$/u, 'Use no control characters')
    .exactOptional(),
}) satisfies z.ZodType<SetupInput>;

export function serveSetUp(app: FastifyInstance, { database, clock, publicUrl }: IdentityContext): void {
  route(app, setUp, { body: input }, async ({ body, request, reply }) => {
    const made = await completeFirstRun(database, clock, body, sessionOrigin(request));
    const account = await findAccount(database, made.personId);
    if (!account)
      throw new CatalogueError('conflict', 'The administrator was removed at once. Sign in as another person.');
    setSessionCookie(request, reply, made.sessionToken, publicUrl);
    reply.header('cache-control', 'no-store');
    return whoAmIOf(account);
  });
}
