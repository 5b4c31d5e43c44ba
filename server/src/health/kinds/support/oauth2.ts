import type { Outbound, TlsOptions } from '@watchroom/outbound';
import type { z } from 'zod';
import type { oauth2 } from './http-fields.ts';

/**
 * A token by the client-credentials grant (RFC 6749, section 4.4). The client identifies itself by HTTP Basic, and when
 * the server does not take that, in the body.
 * @throws Error with a sentence that names `oauth2` when the server gives no token.
 */
export async function clientCredentialsToken(
  {
    outbound,
    signal,
    timeout,
  }: { readonly outbound: Outbound; readonly signal: AbortSignal; readonly timeout: number },
  client: { readonly clientId: string; readonly clientSecret: string },
  config: z.infer<typeof oauth2>,
  tls: TlsOptions | undefined,
): Promise<string> {
  const ends = performance.now() + timeout;
  const ask = async (headers: Readonly<Record<string, string>>, parameters: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', ...parameters, ...config.params });
    if (config.scope?.length) body.set('scope', config.scope.join(' '));
    return outbound.request({
      url: config.tokenURL,
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...headers },
      body: body.toString(),
      signal,
      timeout: Math.max(1, ends - performance.now()),
      maxRedirects: 0,
      maxBytes: 262_144,
      ...(tls ? { tls } : {}),
    });
  };
  const login = `${encodeURIComponent(client.clientId)}:${encodeURIComponent(client.clientSecret)}`;
  let response = await ask({ authorization: `Basic ${Buffer.from(login).toString('base64')}` }, {});
  if (response.status === 400 || response.status === 401)
    response = await ask({}, { client_id: client.clientId, client_secret: client.clientSecret });
  if (response.status !== 200)
    throw new Error(`oauth2: the token endpoint answered ${response.status} instead of a token`);
  const token = tokenIn(response.body.toString('utf8'));
  if (token === undefined) throw new Error('oauth2: the answer of the token endpoint holds no access_token');
  return token;
}

function tokenIn(body: string): string | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed !== 'object' || parsed === null || !('access_token' in parsed)) return undefined;
    return typeof parsed.access_token === 'string' && parsed.access_token !== '' ? parsed.access_token : undefined;
  } catch {
    return undefined;
  }
}
