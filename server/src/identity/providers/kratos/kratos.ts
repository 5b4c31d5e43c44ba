import type { AccountsContext } from '../../context.ts';
import { canonicalEmail, findAccount } from '../../people.ts';
import type { IdentityProvider } from '../provider.ts';
import { createKratosAccounts } from './accounts.ts';
import { createKratosAdmin } from './admin-api.ts';
import { sessionCookie } from './handed-on.ts';
import { meetPerson } from './meet-person.ts';
import { createNativeVerifier } from './native-login.ts';
import { serveKratosProxy } from './proxy.ts';
import { reachKratos } from './reach.ts';
import { askWhoAmI, createKratosSessions, type KratosSession } from './sessions.ts';

interface KratosOptions {
  /** Its public API. */
  readonly publicUrl: string;
  /** Its admin API; without it people are administered in Kratos alone. */
  readonly adminUrl: string | undefined;
  /** Whose verified address makes him the administrator as long as there is none. */
  readonly adminEmail: string | undefined;
  /** ms that one answer of Kratos may take. */
  readonly patience?: number;
}

/** Accounts in an Ory Kratos. Roles, tokens, people and the audit log stay in our database; a person's id is that of his identity. */
export function createKratosProvider(context: AccountsContext, options: KratosOptions): IdentityProvider {
  const { database, clock } = context;
  const { publicUrl, adminUrl, patience } = options;
  const ask = reachKratos(context, publicUrl, patience);
  const sessions = createKratosSessions(ask, clock);
  const admin = adminUrl === undefined ? undefined : createKratosAdmin(reachKratos(context, adminUrl, patience));
  const meetContext = {
    database,
    log: context.log,
    adminEmail: options.adminEmail === undefined ? undefined : canonicalEmail(options.adminEmail),
  };
  const meet = (
    session: KratosSession,
    from: { readonly ip: string; readonly isSignIn: boolean },
    headers: Readonly<Record<string, string>>,
  ) =>
    meetPerson(meetContext, {
      session,
      ...from,
      isStillLive: async () => (await askWhoAmI(ask, headers)) !== undefined,
    });
  return {
    name: 'kratos',
    serve: (app) => serveKratosProxy(app, context.publicUrl, ask, sessions),
    async findSession(request) {
      const { ip } = request;
      const cookie = sessionCookie(request);
      if (cookie === undefined) return undefined;
      const session = await sessions.find(cookie, (found) => meet(found, { ip, isSignIn: true }, { cookie }));
      const account = session && (await findAccount(database, session.identity.id));
      return account && session && { id: session.id, account, authenticatedAt: session.authenticatedAt ?? new Date(0) };
    },
    sessionValidUntil: async (sessionId) => ((await sessions.isLive(sessionId)) ? Infinity : undefined),
    verifyBasic: createNativeVerifier(context, ask, (session, ip, token) =>
      meet(session, { ip, isSignIn: false }, { 'x-session-token': token }),
    ),
    accounts: createKratosAccounts(context, admin, sessions),
  };
}
