import { type Area, HEALTH_ONLY_AREAS } from '@watchroom/contract/identity';
import type { Permission } from '@watchroom/contract/operation';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { type LocalProperties, openLocalProperties, registerFeatures } from '../features/index.ts';
import { type HealthContext, registerHealth } from '../health/index.ts';
import {
  type AccountsContext,
  createEmbeddedProvider,
  createKratosProvider,
  loadOidcProviders,
  openBreachedPasswords,
  prepareFirstRun,
  registerIdentity,
  registerWithoutIdentity,
} from '../identity/index.ts';
import { registerJobRoutes } from '../jobs/index.ts';
import { announceChange, type ChangeFeed } from '../platform/changes/changes.ts';
import type { Database } from '../platform/database/database.ts';
import type { Caller } from '../platform/http/caller.ts';
import { serveConsole } from '../platform/http/console-files.ts';
import { CatalogueError } from '../platform/http/errors.ts';
import { isOwnHost } from '../platform/http/origin.ts';
import { serveProbes } from '../platform/http/probes.ts';
import { createSecretBox } from '../platform/secrets/secret-box.ts';
import type { Clock } from '../platform/time/clock.ts';
import { VERSION } from '../platform/version.ts';
import { registerDataApi } from './data-api.ts';
import { registerDocs } from './docs.ts';
import { CONSOLE_FOLDER } from './folders.ts';
import { HEALTH_ONLY_ROLE } from './grants.ts';
import type { Keys } from './keys.ts';
import type { Config } from './settings.ts';

export interface RoomsContext {
  readonly config: Config;
  readonly keys: Keys;
  readonly database: Database;
  readonly clock: Clock;
  readonly health: HealthContext;
  readonly feed: ChangeFeed;
  readonly registry: Registry;
}

/**
 * Serves every room that this process serves: all of them with sign-in, health alone without, and only probes for a
 * worker. @returns the path of the one-time link to the first administrator, when there is none yet.
 */
export async function registerRooms(app: FastifyInstance, context: RoomsContext): Promise<string | undefined> {
  const { config, database, registry } = context;
  serveProbes(app, { database: async () => void (await database.query('select 1')) }, registry);
  if (config.only === 'worker') return undefined;
  app.get('/api/canary/about', { config: { permission: 'public' } }, async () => ({
    Version: VERSION,
    Timestamp: new Date(context.clock.now()).toISOString(),
  }));
  const setupPath = config.auth === 'none' ? registerHealthOnly(app, context) : await registerSignedIn(app, context);
  registerHealth(app, context.health, registry);
  const properties = await openProperties(app, context);
  registerFeatures(app, database, properties);
  await registerDataApi(app, { database, clock: context.clock, countTimeout: config.countTimeout, properties });
  registerDocs(app);
  await serveConsole(app, CONSOLE_FOLDER);
  return setupPath;
}

/** Local properties, followed until the server stops; that they changed is told like any change. */
async function openProperties(
  app: FastifyInstance,
  { config, database, clock }: RoomsContext,
): Promise<LocalProperties> {
  const local = await openLocalProperties(config.properties, clock, app.log, () => {
    announceChange(database, 'properties', 'many').catch((error: unknown) =>
      app.log.warn({ err: error }, 'the browsers could not be told of changed properties'),
    );
  });
  app.addHook('onClose', async () => local.stop());
  return local;
}

async function registerSignedIn(app: FastifyInstance, context: RoomsContext): Promise<string | undefined> {
  const { config, database, clock, keys, health } = context;
  const accounts: AccountsContext = {
    database,
    clock,
    key: keys.cookie,
    publicUrl: config.url,
    log: app.log,
    secretBox: createSecretBox(keys.encryption, keys.fingerprint),
    outbound: health.outbound,
    registration: config.registration,
    sendsMail: config.smtpUrl !== undefined,
    linkBase: () => linkBase(app, config),
    isBreached: await openBreachedPasswords(config.breachedPasswords),
    oidcProviders: await loadOidcProviders(config.oidc),
  };
  const identity = registerIdentity(app, accounts, openProvider(accounts, config), {
    registration: config.registration,
    signInFromAddress: config.signInFromAddress,
  });
  registerJobRoutes(app, context.feed, clock, (caller) => identity.callerIsValid(caller));
  return config.auth === 'kratos' ? undefined : prepareFirstRun(database, config, app.log);
}

function openProvider(accounts: AccountsContext, { auth, kratosUrl, kratosAdminUrl, adminEmail }: Config) {
  if (auth !== 'kratos' || kratosUrl === undefined) return createEmbeddedProvider(accounts);
  return createKratosProvider(accounts, { publicUrl: kratosUrl, adminUrl: kratosAdminUrl, adminEmail });
}

/** Links lead to the configured address, else to where this process listens; never to what a request names. */
function linkBase(app: FastifyInstance, { url, host, port }: Config): string {
  if (url !== undefined) return url.replace(/\/+$/, '');
  const listening = app.server.address();
  const actual = typeof listening === 'object' && listening ? listening.port : port;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${actual}`;
}

/** The deployment without sign-in: whoever reaches the port may look and run, and nothing but health is there. */
function registerHealthOnly(app: FastifyInstance, context: RoomsContext): undefined {
  const permissions = new Set<Permission>([
    'signed-in',
    'action:check.run',
    ...HEALTH_ONLY_AREAS.map((area: Area): Permission => `${area}:read`),
  ]);
  const caller: Caller = { personId: null, role: HEALTH_ONLY_ROLE, permissions };
  app.authenticate.current = async () => caller;
  app.addHook('onRequest', async (request) => {
    if (!isOwnHost(request, context.config.url))
      throw new CatalogueError(
        'forbidden',
        `This server is not known as ${request.hostname}. Set WATCHROOM_URL to the address that people use.`,
      );
  });
  registerWithoutIdentity(app, permissions);
  registerJobRoutes(app, context.feed, context.clock, async () => true);
}
