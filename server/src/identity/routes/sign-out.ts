import { signOut } from '@watchroom/contract/identity';
import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { clearSessionCookie } from '../cookie.ts';
import type { IdentityContext } from '../context.ts';
import { endSession } from '../sessions.ts';

/** Answers alike with and without a session: whoever wants to be signed out is. */
export function serveSignOut(app: FastifyInstance, { database, publicUrl }: IdentityContext): void {
  route(app, signOut, {}, async ({ caller, request, reply }) => {
    const { sessionId } = caller;
    if (sessionId !== undefined) await database.transaction((transaction) => endSession(transaction, sessionId));
    clearSessionCookie(request, reply, publicUrl);
    reply.header('cache-control', 'no-store');
    return undefined;
  });
}
