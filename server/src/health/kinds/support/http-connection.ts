import type { Connection } from '../../../platform/references/connection.ts';
import { decoded } from '../../../platform/text/decoded.ts';
import type { RequestFields } from './http-request.ts';

interface Fields extends RequestFields {
  readonly url?: string | undefined;
  readonly endpoint?: string | undefined;
}

/** Where to ask and with what; or why nothing is asked, as a sentence. */
type Addressed<Spec> = { readonly url: string; readonly spec: Spec & RequestFields } | { readonly fault: string };

/**
 * The entry with what its connection adds: the address, the login and whether any certificate will do. What the entry says
 * itself comes first (response reference 4.4).
 *
 * People who may not read the secrets of a connection write checks, so its login goes to the server of the connection and to
 * no other, neither as the address of the entry nor as the one that gives tokens.
 */
export function withConnection<Spec extends Fields>(spec: Spec, connection: Connection | undefined): Addressed<Spec> {
  const own = spec.url || spec.endpoint || '';
  if (!connection) return { url: own, spec };
  const url = own || connection.url;
  const name = [connection.namespace, connection.name].filter(Boolean).join('/');
  const isAtHome = [url, ...(spec.oauth2 ? [spec.oauth2.tokenURL] : [])].every((to) =>
    isSameServer(to, connection.url),
  );
  const login = loginOf(spec, own, connection);
  const home = originOf(connection.url);
  if (login.isLent && home === undefined) return { fault: `The connection ${name} has no web address` };
  if (login.isLent && !isAtHome)
    return {
      fault: `The login of the connection ${name} is sent only to ${home}. Leave out the address of the check, or give the check a login of its own`,
    };
  if (asksForLogin(spec) && !login.username)
    return { fault: `The connection ${name} has no user name for this way of authentication` };
  const { bearer, username, password } = login;
  const isTrusting = isAtHome && connection.insecureTls && spec.tlsConfig?.insecureSkipVerify === undefined;
  return {
    url,
    spec: {
      ...spec,
      username: bearer || !username ? undefined : { value: username },
      password: bearer || !password ? undefined : { value: password },
      ...(bearer && { headers: [...(spec.headers ?? []), { name: 'Authorization', value: `Bearer ${bearer}` }] }),
      ...(isTrusting && { tlsConfig: { ...spec.tlsConfig, insecureSkipVerify: true } }),
    },
  };
}

interface Login {
  readonly username: string;
  readonly password: string;
  /** Empty where it is not used. */
  readonly bearer: string;
  /** Whether any of it is the connection's. */
  readonly isLent: boolean;
}

function loginOf(spec: Fields, address: string, connection: Connection): Login {
  const inAddress = URL.canParse(address) ? new URL(address) : undefined;
  const username = spec.username?.value || decoded(inAddress?.username ?? '');
  const password = spec.password?.value || decoded(inAddress?.password ?? '');
  const isSigned = spec.awsSigV4 || spec.headers?.some(({ name }) => name.toLowerCase() === 'authorization');
  if (isSigned || (username && password)) return { username, password, bearer: '', isLent: false };
  const bearer = connection.properties['bearer'] ?? '';
  if (bearer && !username && !password && !asksForLogin(spec)) return { username, password, bearer, isLent: true };
  return {
    username: username || connection.username,
    password: password || connection.password,
    bearer: '',
    isLent: (!username && connection.username !== '') || (!password && connection.password !== ''),
  };
}

function asksForLogin({ digest, ntlm, ntlmv2, oauth2 }: Fields): boolean {
  return Boolean(digest || ntlm || ntlmv2 || oauth2);
}

/** By scheme, host and port (RFC 6454). */
function isSameServer(one: string, other: string): boolean {
  const origin = originOf(one);
  return origin !== undefined && origin === originOf(other);
}

function originOf(address: string): string | undefined {
  if (!/^https?:/i.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).origin;
}
