import { type SignInInput, signIn } from '@watchroom/contract/identity';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CatalogueError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import { sessionOrigin, setSessionCookie } from '../cookie.ts';
import { verifyClaim } from '../credentials.ts';
import { whoAmIOf } from '../people.ts';
import type { IdentityContext } from '../context.ts';
import { createSession, endSession } from '../sessions.ts';

const input = z.strictObject({
  email: z.string('Enter your email').min(1, 'Enter your email').max(320, 'Use at most 320 characters'),
  password: z.string('Enter your password').min(1, 'Enter your password'),
}) satisfies z.ZodType<SignInInput>;

export function serveSignIn(app: FastifyInstance, { publicUrl, ...context }: IdentityContext): void {
  route(app, signIn, { body: input }, async ({ body, caller, request, reply }) => {
    const account = await verifyClaim(context, { ...body, ip: request.ip });
    if (!account) {
      // Without the email: people type passwords into the wrong field.
      request.log.info({ address: request.ip }, 'a sign-in failed');
      throw new CatalogueError('wrong_credentials', 'The email or the password is wrong.');
    }
    const token = await context.database.transaction(async (transaction) => {
      // The session that this one replaces in the browser would stay open with nobody able to end it.
      if (caller.sessionId !== undefined) await endSession(transaction, caller.sessionId);
      await transaction.query('update identity.people set last_login = $2 where id = $1', [
        account.personId,
        new Date(context.clock.now()),
      ]);
      return createSession(transaction, context.clock, account.personId, sessionOrigin(request));
    });
    setSessionCookie(request, reply, token, publicUrl);
    reply.header('cache-control', 'no-store');
    return whoAmIOf(account);
  });
}
