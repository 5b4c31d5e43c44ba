import type { SetupState } from '@watchroom/contract/identity';
import type { FastifyInstance } from 'fastify';
import type { Caller } from '../platform/http/caller.ts';
import { callerValidUntil, createAuthenticate } from './authenticate.ts';
import type { AccountsContext } from './context.ts';
import { setupIsNeeded } from './first-run.ts';
import type { IdentityProvider } from './providers/provider.ts';
import { serveGetSetup } from './routes/get-setup.ts';
import { serveSetUp } from './routes/set-up.ts';
import { serveWhoAmI } from './routes/who-am-i.ts';
import { registerTeamSchemas } from './teams/schemas.ts';
import { serveTokens } from './tokens/routes.ts';
import { serveUsers } from './users/routes.ts';

export interface Identity {
  /**
   * For open streams: until when the caller who opened one would be let in, as far as is known now. Wall clock in ms; undefined
   * where they would be refused now, or have other permissions.
   */
  callerValidUntil(caller: Caller): Promise<number | undefined>;
}

export interface IdentityOptions {
  readonly registration: 'open' | 'invitation' | 'closed';
  readonly signInFromAddress: SetupState['signInFromAddress'];
}

/** Signs callers in for all guarded routes, and serves the routes of this room. */
export function registerIdentity(
  app: FastifyInstance,
  context: AccountsContext,
  provider: IdentityProvider,
  options: IdentityOptions,
): Identity {
  const { database } = context;
  app.authenticate.current = createAuthenticate(provider, context);
  provider.serve(app);
  serveGetSetup(app, async () => ({
    needed: provider.name === 'password' && (await setupIsNeeded(database)),
    auth: provider.name,
    permissions: [],
    ...options,
  }));
  if (provider.name === 'password') serveSetUp(app, context);
  serveWhoAmI(app, context);
  serveUsers(app, provider.accounts);
  serveTokens(app, context, provider);
  registerTeamSchemas(app);
  return {
    callerValidUntil: (caller) => callerValidUntil(provider, context, caller),
  };
}
