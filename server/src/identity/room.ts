import type { FastifyInstance } from 'fastify';
import type { Caller } from '../platform/http/caller.ts';
import { defineRoom, type RoomContext } from '../platform/rooms/room.ts';
import { callerValidUntil } from './authenticate.ts';
import { openBreachedPasswords } from './breached-passwords.ts';
import type { AccountsContext } from './context.ts';
import { sessionRetention } from './delete-expired.ts';
import { prepareFirstRun } from './first-run.ts';
import { deliverOnMails, mailJobs } from './mail/jobs.ts';
import { readMailServer } from './mail/mail-server.ts';
import { loadOidcProviders } from './oidc-providers.ts';
import { createEmbeddedProvider } from './providers/embedded.ts';
import { createKratosProvider } from './providers/kratos/kratos.ts';
import type { IdentityProvider } from './providers/provider.ts';
import { registerIdentity } from './register.ts';
import { checkIdentitySettings, type IdentitySettings, identitySettings } from './settings.ts';
import { teamWords } from './teams/words.ts';
import { applyTeamWrite } from './teams/write-hook.ts';
import { callersWithoutSignIn, registerWithoutSignIn } from './without-sign-in.ts';

/** People, how they prove who they are, their sessions, and their teams. */
export const room = defineRoom({
  settings: identitySettings,
  servedWithoutSignIn: true,
  checkSettings: checkIdentitySettings,
  async open(context, settings) {
    const { database, clock, log, feed, outbound } = context;
    const mailServer = readMailServer(settings.smtpUrl, settings.mailFrom);
    return {
      ...(settings.auth === 'none' ? openWithoutSignIn(context) : await openAccounts(context, settings)),
      tables: {
        hooks: { teams: applyTeamWrite },
        words: teamWords,
        // No key of the table itself: a line outlives the people that it names.
        relationships: [
          { name: 'audit_log_caller_fkey', from: 'audit_log', to: 'people', columns: [['caller', 'id']] },
        ],
      },
      jobs: [sessionRetention, ...mailJobs({ outbound, server: mailServer })],
      async work() {
        const stopDelivering = mailServer ? deliverOnMails(feed, database, clock, log) : () => {};
        return async () => stopDelivering();
      },
    };
  },
});

/** The deployment without sign-in: everyone who reaches the port may look and run. */
function openWithoutSignIn({ publicUrl }: RoomContext) {
  return {
    callers: callersWithoutSignIn,
    routes: (app: FastifyInstance) => registerWithoutSignIn(app, publicUrl),
  };
}

async function openAccounts(context: RoomContext, settings: IdentitySettings) {
  const { database, log } = context;
  const { registration, signInFromAddress } = settings;
  const accounts: AccountsContext = {
    database,
    clock: context.clock,
    key: context.hashKey,
    publicUrl: context.publicUrl,
    log,
    secretBox: context.secrets,
    outbound: context.outbound,
    registration,
    sendsMail: settings.smtpUrl !== undefined,
    linkBase: () => context.linkBase(),
    isBreached: await openBreachedPasswords(settings.breachedPasswords),
    oidcProviders: await loadOidcProviders(settings.oidc),
  };
  const provider = openProvider(accounts, settings);
  let setupPath: string | undefined;
  return {
    callers: {
      signIn: true,
      validUntil: (caller: Caller) => callerValidUntil(provider, accounts, caller),
    },
    async routes(app: FastifyInstance) {
      registerIdentity(app, accounts, provider, { registration, signInFromAddress });
      if (settings.auth === 'password') setupPath = await prepareFirstRun(database, settings, log);
    },
    greet: async (url: string) =>
      setupPath === undefined ? undefined : `Create the first administrator at ${url}${setupPath}`,
  };
}

function openProvider(accounts: AccountsContext, settings: IdentitySettings): IdentityProvider {
  const { auth, kratosUrl, kratosAdminUrl, adminEmail } = settings;
  if (auth !== 'kratos' || kratosUrl === undefined) return createEmbeddedProvider(accounts);
  return createKratosProvider(accounts, { publicUrl: kratosUrl, adminUrl: kratosAdminUrl, adminEmail });
}
