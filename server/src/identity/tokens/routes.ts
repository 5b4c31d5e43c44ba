import {
  createToken as createOperation,
  type CreateTokenInput,
  listMyTokens,
  listTokensOf,
  revokeMyToken,
  revokeTokenOf,
  ROLES,
} from '@watchroom/contract/identity';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { authorOf, type Caller } from '../../platform/http/caller.ts';
import { CatalogueError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { IdentityContext } from '../context.ts';
import { createToken, listTokens, revokeToken } from './store.ts';

const DAYS = 'Choose between 1 and 365 days';

const input = z.strictObject({
  name: z
    .string('Enter a name')
    .trim()
    .min(1, 'Enter a name')
    .max(100, 'Use at most 100 characters')
    .regex(/^\P{Cc}*$/u, 'Use no control characters'),
  scope: z.enum(['read_only', ...ROLES], 'Choose what the token may do'),
  days: z.int(DAYS).min(1, DAYS).max(365, DAYS),
}) satisfies z.ZodType<CreateTokenInput>;

/** Access tokens: everybody rules his own, and administrators see and revoke those of others. */
export function serveTokens(app: FastifyInstance, { database, clock }: IdentityContext): void {
  route(app, listMyTokens, {}, ({ caller }) => listTokens(database, ownId(caller)));
  route(app, createOperation, { body: input }, async ({ body, caller, request, reply }) => {
    // A script that leaked its token, or knows a password without the second factor, must not outlive its own end.
    if (caller.sessionId === undefined)
      throw new CatalogueError('forbidden', 'Sign in to make an access token: a script cannot make one.');
    const made = await createToken(database, clock, body, authorOf(caller, request), caller.role);
    return reply.code(201).header('cache-control', 'no-store').send(made);
  });
  route(app, revokeMyToken, {}, async ({ caller, params, request }) => {
    await revokeToken(database, ownId(caller), params['id'] ?? '', authorOf(caller, request));
    return undefined;
  });
  route(app, listTokensOf, {}, ({ params }) => listTokens(database, params['id'] ?? ''));
  route(app, revokeTokenOf, {}, async ({ caller, params, request }) => {
    await revokeToken(database, params['person'] ?? '', params['id'] ?? '', authorOf(caller, request));
    return undefined;
  });
}

function ownId({ personId }: Caller): string {
  if (personId === null) throw new CatalogueError('unauthenticated', 'Sign in first.');
  return personId;
}
