import { authorizationCodeGrant, type Configuration, fetchProtectedResource, type ServerMetadata } from 'openid-client';
import { z } from 'zod';
import { ProviderError } from './provider-error.ts';
import { personOf, type Vouched } from './vouched.ts';

/** GitHub's own addresses; a GitHub Enterprise Server has its API under its own name. */
const GITHUB = { site: 'https://github.com', api: 'https://api.github.com' } as const;

const USER = z.object({ id: z.int().positive(), login: z.string(), name: z.string().nullish() });
const EMAILS = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }));

/** GitHub has no discovery document. */
export function githubServer(issuer: string): ServerMetadata {
  const site = siteOf(issuer);
  return {
    issuer: site,
    authorization_endpoint: `${site}/login/oauth/authorize`,
    token_endpoint: `${site}/login/oauth/access_token`,
  };
}

/** Who came back from GitHub: its number of the account, which stays when the account is renamed. */
export async function identifyByGithub(
  client: Configuration,
  current: URL,
  checks: { readonly pkceCodeVerifier: string; readonly expectedState: string },
): Promise<Vouched> {
  const { access_token } = await authorizationCodeGrant(client, current, checks);
  const site = client.serverMetadata().issuer;
  const api = site === GITHUB.site ? GITHUB.api : `${site}/api/v3`;
  const user = await read(client, access_token, `${api}/user`, USER);
  return {
    subject: String(user.id),
    async person() {
      const emails = await read(client, access_token, `${api}/user/emails?per_page=100`, EMAILS);
      const primary = emails.find((one) => one.primary);
      return personOf({ name: user.name ?? user.login, email: primary?.email, isVerified: primary?.verified === true });
    },
  };
}

async function read<Shape>(
  client: Configuration,
  token: string,
  address: string,
  shape: z.ZodType<Shape>,
): Promise<Shape> {
  const headers = new Headers({ accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' });
  const answer = await fetchProtectedResource(client, token, new URL(address), 'GET', null, headers);
  if (!answer.ok) throw new ProviderError('unreachable', `${new URL(address).pathname} answered ${answer.status}`);
  const content: unknown = await answer.json().catch(() => undefined);
  const parsed = shape.safeParse(content);
  if (!parsed.success)
    throw new ProviderError('unreachable', `${new URL(address).pathname} answered in an unknown form`);
  return parsed.data;
}

function siteOf(issuer: string): string {
  return issuer.replace(/\/+$/, '');
}
