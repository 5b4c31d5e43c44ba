import type { FastifyInstance } from 'fastify';
import type { Caller } from '../platform/http/caller.ts';
import { createAuthenticate } from './authenticate.ts';
import type { IdentityContext } from './context.ts';
import { setupIsNeeded } from './first-run.ts';
import { findAccount } from './people.ts';
import { serveGetSetup } from './routes/get-setup.ts';
import { serveSetUp } from './routes/set-up.ts';
import { serveSignIn } from './routes/sign-in.ts';
import { serveSignOut } from './routes/sign-out.ts';
import { serveWhoAmI } from './routes/who-am-i.ts';
import { sessionIsValid } from './sessions.ts';
import { registerTeamSchemas } from './teams/schemas.ts';
import { answerRetryAfter } from './too-many-attempts.ts';

export interface Identity {
  sessionIsValid(sessionId: string): Promise<boolean>;
  /** For open streams: whether the caller who opened it would be let in now. */
  callerIsValid(caller: Caller): Promise<boolean>;
}

/** Signs callers in for all guarded routes, and serves the routes of this room. */
export function registerIdentity(app: FastifyInstance, context: IdentityContext): Identity {
  const { database, clock } = context;
  app.authenticate.current = createAuthenticate(context);
  answerRetryAfter(app);
  serveSignIn(app, context);
  serveSignOut(app, context);
  serveGetSetup(app, async () => ({ needed: await setupIsNeeded(database), auth: 'password', permissions: [] }));
  serveSetUp(app, context);
  serveWhoAmI(app, context);
  registerTeamSchemas(app);
  return {
    sessionIsValid: (sessionId) => sessionIsValid(database, clock, sessionId),
    callerIsValid: async ({ sessionId, personId }) => {
      if (sessionId !== undefined) return sessionIsValid(database, clock, sessionId);
      return personId === null || (await findAccount(database, personId)) !== undefined;
    },
  };
}

/** The deployment without sign-in: the console asks what there is and learns that nobody signs in. */
export function registerWithoutIdentity(app: FastifyInstance, permissions: ReadonlySet<string>): void {
  serveGetSetup(app, async () => ({ needed: false, auth: 'none', permissions: [...permissions] }));
}
