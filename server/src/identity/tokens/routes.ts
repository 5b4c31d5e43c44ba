import {
  createToken as createOperation,
  listMyTokens,
  listTokensOf,
  revokeMyToken,
  revokeTokenOf,
} from '@watchroom/contract/identity';
import { createTokenInput } from '@watchroom/contract/identity/inputs';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../../platform/http/caller.ts';
import { CatalogueError } from '../../platform/http/errors.ts';
import { route } from '../../platform/http/route.ts';
import type { AccountsContext } from '../context.ts';
import { ownerOf } from '../owner.ts';
import type { IdentityProvider } from '../providers/provider.ts';
import { isFresh } from '../sessions.ts';
import { createToken, listTokens, revokeToken } from './store.ts';

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
  route(app, createOperation, { body: createTokenInput }, async ({ body, caller, request, reply }) => {
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
