import type { FastifyInstance } from 'fastify';
import type { AccountsContext } from '../context.ts';
import { sessionToken } from '../cookie.ts';
import { createFlowEngine } from '../flows/engine.ts';
import { FLOW_METHODS } from '../flows/methods/index.ts';
import { serveOidcCallback } from '../flows/oidc-callback.ts';
import { servePasskeyScript } from '../flows/passkey-script.ts';
import { answerFlowErrors, serveFlows } from '../flows/routes.ts';
import { serveFlowSessions } from '../flows/session-routes.ts';
import { createBasicVerifier } from '../basic.ts';
import { serveOutbox } from '../mail/routes.ts';
import { findSession, sessionValidUntil } from '../sessions.ts';
import { createEmbeddedAccounts } from '../users/embedded-accounts.ts';
import type { IdentityProvider } from './provider.ts';

/** Accounts in our own database: the default. */
export function createEmbeddedProvider(context: AccountsContext): IdentityProvider {
  const { database, clock } = context;
  const engine = createFlowEngine(context, FLOW_METHODS);
  return {
    name: 'password',
    serve(app: FastifyInstance) {
      serveOutbox(app, context);
      void app.register(async (scope) => {
        answerFlowErrors(scope);
        serveFlows(scope, context, engine);
        serveFlowSessions(scope, context);
        serveOidcCallback(scope, context, engine);
        servePasskeyScript(scope);
      });
    },
    async findSession(request) {
      const token = sessionToken(request);
      return token === undefined ? undefined : findSession(database, clock, token);
    },
    sessionValidUntil: (sessionId) => sessionValidUntil(database, clock, sessionId),
    verifyBasic: createBasicVerifier(context),
    accounts: createEmbeddedAccounts(context),
  };
}
