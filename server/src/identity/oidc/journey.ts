import { timingSafeEqual } from 'node:crypto';
import { buildAuthorizationUrl, calculatePKCECodeChallenge } from 'openid-client';
import type { Step } from '../flows/method.ts';
import type { OidcProvider } from './provider.ts';
import { clientOf } from './client.ts';
import { identifyByGithub } from './github.ts';
import { identifyByOpenId } from './openid-connect.ts';
import { newPending, type Pending, sealPending } from './pending.ts';
import { ProviderError, providerError } from './provider-error.ts';
import { isSafeAddress } from './safe-address.ts';
import type { Vouched } from './vouched.ts';

/** The way out: the address at the provider, and what the flow keeps until the answer. @throws ProviderError */
export async function setOut(
  step: Step,
  provider: OidcProvider,
): Promise<{ to: string; internal: Readonly<Record<string, unknown>> }> {
  const pending = newPending(step, provider);
  const client = await answered(() => clientOf(step.context, provider));
  const to = await answered(async () =>
    buildAuthorizationUrl(client, {
      redirect_uri: pending.redirectUri,
      scope: provider.scopes.join(' '),
      state: pending.state,
      code_challenge: await calculatePKCECodeChallenge(pending.verifier),
      code_challenge_method: 'S256',
      ...(provider.dialect === 'oidc' ? { nonce: pending.nonce } : {}),
      // Who confirms that it is him must not be let through by a session that is open at the provider.
      ...(provider.dialect === 'oidc' && step.flow.refresh ? { max_age: '0' } : {}),
    }),
  );
  if (!isSafeAddress(to))
    throw new ProviderError('untrusted', `its page ${to.origin} is neither https nor on this machine`);
  return { to: to.href, internal: sealPending(step, pending) };
}

/**
 * The way back: whom the provider vouches for.
 * @param address to which the browser was sent back, whole or from its path on.
 * @throws ProviderError
 */
export async function comeBack(
  { context, flow }: Step,
  provider: OidcProvider,
  pending: Pending,
  address: string,
): Promise<Vouched> {
  const current = new URL(pending.redirectUri);
  if (!URL.canParse(address, current)) throw new ProviderError('untrusted', 'the answer has no readable address');
  const { pathname, search, searchParams } = new URL(address, current);
  // Each provider has its own address, so that one cannot answer in the place of another (RFC 9700, 4.4).
  if (pathname !== current.pathname)
    throw new ProviderError('untrusted', 'the answer came to the address of another provider');
  if (!isSame(searchParams.get('state') ?? '', pending.state))
    throw new ProviderError('untrusted', 'the state is not the one that was sent');
  current.search = search;
  const checks = { expectedState: pending.state, pkceCodeVerifier: pending.verifier };
  const vouched = await answered(async () => {
    const client = await clientOf(context, provider);
    if (provider.dialect === 'github') return identifyByGithub(client, current, checks);
    return identifyByOpenId(client, current, {
      ...checks,
      expectedNonce: pending.nonce,
      askedAnewAt: flow.refresh ? pending.begunAt : undefined,
    });
  });
  return { subject: vouched.subject, person: () => answered(() => vouched.person()) };
}

async function answered<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw providerError(error);
  }
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
