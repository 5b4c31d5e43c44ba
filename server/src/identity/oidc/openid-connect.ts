import {
  authorizationCodeGrant,
  type Configuration,
  fetchUserInfo,
  type IDToken,
  type UserInfoResponse,
} from 'openid-client';
import { ProviderError } from './provider-error.ts';
import { personOf, type Vouched, type VouchedPerson } from './vouched.ts';

interface Checks {
  readonly pkceCodeVerifier: string;
  readonly expectedState: string;
  readonly expectedNonce: string;
  /** Seconds since the epoch: a sign-in at the provider before this does not count. */
  readonly askedAnewAt: number | undefined;
}

/** Seconds that the provider's clock may be behind ours. */
const TOLERANCE = 60;

/** Microsoft has no `email_verified`; its optional claim `xms_edov` says that the domain of the address is the directory's own. */
const ENTRA = 'https://login.microsoftonline.com/';

/** Who came back from a provider: its ID token, with issuer, audience, nonce, expiry and signature judged. */
export async function identifyByOpenId(client: Configuration, current: URL, checks: Checks): Promise<Vouched> {
  const { askedAnewAt, ...expected } = checks;
  const tokens = await authorizationCodeGrant(client, current, { ...expected, idTokenExpected: true });
  const claims = tokens.claims();
  if (!claims) throw new ProviderError('untrusted', 'there is no ID token');
  const signedInAt = claims.auth_time;
  if (askedAnewAt !== undefined && signedInAt !== undefined && signedInAt < askedAnewAt - TOLERANCE)
    throw new ProviderError('untrusted', 'the provider did not ask who it is anew');
  return {
    subject: claims.sub,
    async person() {
      return personOfClaims(claims.iss, await completeClaims(client, claims, tokens.access_token));
    },
  };
}

/** Address and its confirmation come from one answer, never from two. */
async function completeClaims(
  client: Configuration,
  claims: IDToken,
  accessToken: string,
): Promise<IDToken | UserInfoResponse> {
  if (claims['email'] !== undefined || client.serverMetadata().userinfo_endpoint === undefined) return claims;
  return fetchUserInfo(client, accessToken, claims.sub);
}

/** Whom the claims of a provider are about. */
export function personOfClaims(issuer: string, told: Readonly<Record<string, unknown>>): VouchedPerson {
  return personOf({
    email: told['email'],
    isVerified: told['email_verified'] === true || (issuer.startsWith(ENTRA) && isYes(told['xms_edov'])),
    given: told['given_name'],
    family: told['family_name'],
    name: told['name'],
  });
}

function isYes(claim: unknown): boolean {
  return [true, 1, '1', 'true'].some((yes) => claim === yes);
}
