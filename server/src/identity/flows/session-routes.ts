import { createHmac, timingSafeEqual } from 'node:crypto';
import { FLOW_ERRORS, type FlowErrorId } from '@watchroom/contract/identity';
import type { FastifyInstance } from 'fastify';
import { recordEvent } from '../audit/audit.ts';
import type { AccountsContext } from '../context.ts';
import { clearSessionCookie } from '../cookie.ts';
import { endSession } from '../sessions.ts';
import { FlowError } from './flow-error.ts';
import { secondStep } from './second-step.ts';
import { allowedReturnTo } from './return-to.ts';
import { flowHttp, noStore, wantsPage } from './routes.ts';
import { flowSession } from './sign-in.ts';
import { visitorOf } from './visitor.ts';

const PUBLIC = { config: { permission: 'public' } } as const;

/** Serves who is signed in, signing out, and what an error number means. */
export function serveFlowSessions(app: FastifyInstance, context: AccountsContext): void {
  const tools = flowHttp(context);
  const logoutToken = (sessionId: string) =>
    createHmac('sha256', context.key).update(`logout ${sessionId}`).digest('base64url');

  app.get('/kratos/sessions/whoami', PUBLIC, async (request, reply) => {
    noStore(reply);
    const { session, account } = await visitorOf(context, request);
    if (!session || !account) throw new FlowError('session_inactive', 'Nobody is signed in here.');
    if (account.requiredLevel > session.level)
      throw new FlowError('session_aal2_required', 'Complete the second step first.', { redirectTo: secondStep(null) });
    return flowSession(session, account);
  });

  app.get('/kratos/self-service/logout/browser', PUBLIC, async (request, reply) => {
    const { visitor } = await tools.meet(request, reply);
    if (!visitor.session) throw new FlowError('session_inactive', 'Nobody is signed in here.');
    const token = logoutToken(visitor.session.id);
    return { logout_token: token, logout_url: `${visitor.origin}/api/.ory/self-service/logout?token=${token}` };
  });

  app.get('/kratos/self-service/logout', PUBLIC, async (request, reply) => {
    noStore(reply);
    const visitor = await visitorOf(context, request);
    const { token, return_to: returnTo } = request.query as { token?: unknown; return_to?: unknown };
    const to =
      typeof returnTo === 'string' && returnTo !== ''
        ? allowedReturnTo(returnTo, tools.origins(visitor.origin))
        : '/login';
    const { session } = visitor;
    if (session) {
      // A link on another site must not sign anybody out.
      if (!isSame(token, logoutToken(session.id)))
        throw new FlowError('security_csrf_violation', 'This sign-out link does not belong to this session.');
      await context.database.transaction(async (transaction) => {
        await endSession(transaction, session.id);
        await recordEvent(transaction, {
          action: 'sign_out',
          personId: session.personId,
          ip: visitor.from.address,
        });
      });
    }
    clearSessionCookie(request, reply, context.publicUrl);
    return wantsPage(request) ? reply.redirect(to, 303) : reply.code(204).send();
  });

  app.get('/kratos/self-service/errors', PUBLIC, async (request, reply) => {
    noStore(reply);
    const { id } = request.query as { id?: unknown };
    if (typeof id !== 'string' || !Object.hasOwn(FLOW_ERRORS, id))
      throw new FlowError('not_found', 'There is no such error.');
    return {
      id,
      error: new FlowError(id as FlowErrorId, WORDS[id as FlowErrorId] ?? 'A step was refused.').body().error,
    };
  });
}

const WORDS: Partial<Record<FlowErrorId, string>> = {
  self_service_flow_expired: 'Your interaction expired, please fill out the form again.',
  self_service_flow_return_to_forbidden: 'The return_to address is not allowed.',
  security_csrf_violation: 'A security violation was detected, please fill out the form again.',
};

function isSame(given: unknown, right: string): boolean {
  const [a, b] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
