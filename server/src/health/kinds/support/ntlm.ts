import type { HttpAnswer } from '@watchroom/outbound';
import { authenticateMessage, negotiateMessage, type NtlmLogin, readChallenge } from './ntlm-messages.ts';

/**
 * Signs in by NTLM, which proves a connection and not a request.
 * @param send sends the request with this `Authorization` header, each time over the same connection, which nobody else
 * may use. The body may wait for `isProof`: the request before it is refused anyway.
 * @returns the answer to the proof; that to the first request when the server asks for no NTLM.
 */
export async function requestByNtlm(
  send: (authorization: string, isProof: boolean) => Promise<HttpAnswer>,
  login: NtlmLogin,
): Promise<HttpAnswer> {
  const first = await send(tokenOf(negotiateMessage()), false);
  const challenge = first.status === 401 ? challengeIn(first.headers['www-authenticate']) : undefined;
  return challenge ? send(tokenOf(authenticateMessage(login, challenge)), true) : first;
}

function challengeIn(header: string | string[] | undefined) {
  const token = /(?:^|,\s*)NTLM\s+([A-Za-z0-9+/=]+)/i.exec([header ?? []].flat().join(', '))?.[1];
  return token === undefined ? undefined : readChallenge(Buffer.from(token, 'base64'));
}

function tokenOf(message: Buffer): string {
  return `NTLM ${message.toString('base64')}`;
}
