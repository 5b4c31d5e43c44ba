import type { Outbound } from '@watchroom/outbound';
import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client';
import type { Clock } from '../../platform/time/clock.ts';
import type { OidcProvider } from './provider.ts';
import { githubServer } from './github.ts';
import { outboundFetch } from './outbound-fetch.ts';
import { ProviderError } from './provider-error.ts';

/** ms: a provider that moves its addresses is noticed after this. Its keys are read anew whenever an unknown one signs. */
const KEPT_FOR = 10 * 60_000;

interface Kept {
  readonly configuration: Promise<Configuration>;
  readonly until: number;
}

// Of each way out its own: what one server learned is not another's.
const known = new WeakMap<Outbound, Map<OidcProvider, Kept>>();

// oxlint-disable-next-line typescript/no-deprecated -- the library marks it to make one think twice; our fetch lets http to this machine alone through.
const allowHttp: (client: Configuration) => void = allowInsecureRequests;

interface Surroundings {
  readonly outbound: Outbound;
  readonly clock: Clock;
}

/** Where the provider's addresses are and who we are there. @throws ProviderError and errors of openid-client. */
export async function clientOf({ outbound, clock }: Surroundings, provider: OidcProvider): Promise<Configuration> {
  const kept = known.get(outbound) ?? new Map<OidcProvider, Kept>();
  known.set(outbound, kept);
  const now = clock.monotonic();
  const earlier = kept.get(provider);
  if (earlier && earlier.until > now) return earlier.configuration;
  const configuration = provider.dialect === 'github' ? githubClient(outbound, provider) : discover(outbound, provider);
  kept.set(provider, { configuration, until: now + KEPT_FOR });
  try {
    return await configuration;
  } catch (error) {
    if (kept.get(provider)?.configuration === configuration) kept.delete(provider);
    throw error;
  }
}

async function discover(outbound: Outbound, { issuer, clientId, clientSecret }: OidcProvider): Promise<Configuration> {
  const expected = new URL(issuer);
  const found = await discovery(expected, clientId, clientSecret, secretAsAsked(clientSecret), {
    [customFetch]: outboundFetch(outbound),
    execute: expected.protocol === 'http:' ? [allowHttp] : [],
  });
  const told = found.serverMetadata().issuer;
  // The library lets some providers of Microsoft name themselves otherwise.
  if (new URL(told).href !== expected.href)
    throw new ProviderError('untrusted', `the discovery document names another issuer, ${told}`);
  // Of a token that came over TLS the library would not check the signature by itself.
  enableNonRepudiationChecks(found);
  return found;
}

async function githubClient(
  outbound: Outbound,
  { issuer, clientId, clientSecret }: OidcProvider,
): Promise<Configuration> {
  const client = new Configuration(githubServer(issuer), clientId, clientSecret, ClientSecretPost(clientSecret));
  client[customFetch] = outboundFetch(outbound);
  if (new URL(issuer).protocol === 'http:') allowHttp(client);
  return client;
}

/** Where a provider does not say how it wants the secret, it is HTTP Basic (OpenID Connect Discovery 1.0, 3). */
function secretAsAsked(secret: string): ClientAuth {
  const [post, basic] = [ClientSecretPost(secret), ClientSecretBasic(secret)];
  return (server, ...rest) =>
    (server.token_endpoint_auth_methods_supported?.includes('client_secret_post') ? post : basic)(server, ...rest);
}
