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
import { authorOf } from '../../platform/http/caller.ts';
import { CatalogueError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { AccountsContext } from '../context.ts';
import { ownerOf } from '../owner.ts';
import type { IdentityProvider } from '../providers/provider.ts';
import { isFresh } from '../sessions.ts';
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

/**
 * Access tokens: everybody rules his own, and administrators see and revoke those of others. Making one needs a session that
 * was proved not long ago: a token outlives it.
 */
export function serveTokens(
  app: FastifyInstance,
  context: AccountsContext,
  provider: Pick<IdentityProvider, 'findSession' | 'sessionValidUntil'>,
): void {
  const { database, clock } = context;
  route(app, listMyTokens, {}, ({ caller }) => listTokens(database, ownerOf(caller).personId));
  route(app, createOperation, { body: input }, async ({ body, caller, request, reply }) => {
    const { sessionId } = ownerOf(caller);
    const session = await provider.findSession(request);
    if (!session || !isFresh(clock, session))
      throw new CatalogueError('refresh_required', 'Confirm your password to create a token.');
    const made = await createToken(context, body, authorOf(caller, request), {
      role: caller.role,
      isLive: async () => (await provider.sessionValidUntil(sessionId)) !== undefined,
    });
    return reply.code(201).header('cache-control', 'no-store').send(made);
  });
  route(app, revokeMyToken, {}, async ({ caller, params, request }) => {
    await revokeToken(database, ownerOf(caller).personId, params['id'] ?? '', authorOf(caller, request));
    return undefined;
  });
  route(app, listTokensOf, {}, ({ params }) => listTokens(database, params['id'] ?? ''));
  route(app, revokeTokenOf, {}, async ({ caller, params, request }) => {
    await revokeToken(database, params['person'] ?? '', params['id'] ?? '', authorOf(caller, request));
    return undefined;
  });
}
