import type { FastifyRequest } from 'fastify';

/** Cookies of Kratos by the names that it gives them unless its configuration says otherwise. */
const OF_KRATOS = /^(?:ory_kratos|csrf_token)[^=]*=/;
const SESSION = 'ory_kratos_session=';
const LONGEST_COOKIE = 4_096;

/**
 * What of the public interface is reached through us. Nothing is decoded: a path with a percent sign, a backslash or a
 * segment of dots is none of these, however Kratos or a proxy before it would read it.
 */
const OPEN =
  /^\/(?:self-service\/[\w~=-][\w.~=-]*(?:\/[\w~=-][\w.~=-]*)*|sessions\/whoami|schemas\/[\w~=-][\w.~=-]*|\.well-known\/ory\/[\w~=-][\w.~=-]*)$/;

/** The path and query for Kratos of an address below `/kratos`; undefined for one that is not handed on. */
export function pathForKratos(address: string): { readonly path: string; readonly query: string } | undefined {
  const [whole = ''] = address.split('#', 1);
  const mark = whole.indexOf('?');
  const path = (mark < 0 ? whole : whole.slice(0, mark)).replace(/^\/kratos(?=\/)/, '');
  return OPEN.test(path) ? { path, query: mark < 0 ? '' : whole.slice(mark) } : undefined;
}

/** The cookies that are Kratos' own, as they came; ours are nobody else's. */
function cookiesForKratos(header: string | undefined): string {
  return cookiesIn(header)
    .filter((cookie) => OF_KRATOS.test(cookie))
    .join('; ');
}

/** The session cookie alone, `name=value` as it came. */
export function sessionCookie(request: FastifyRequest): string | undefined {
  const cookie = cookiesIn(request.headers.cookie).find((one) => one.startsWith(SESSION));
  if (cookie === undefined || cookie.length === SESSION.length || cookie.length > LONGEST_COOKIE) return undefined;
  return cookie;
}

function cookiesIn(header: string | undefined): string[] {
  return (header ?? '').split(';').map((cookie) => cookie.trim());
}

/** Of a browser's request only what Kratos needs; where it comes from is said by us, as far as proxies before us are trusted. */
export function headersForKratos(request: FastifyRequest): Record<string, string> {
  const headers: Record<string, string> = {
    'x-forwarded-proto': request.protocol,
    'x-forwarded-host': request.host,
    'x-forwarded-for': request.ip,
  };
  for (const name of ['accept', 'content-type', 'user-agent'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers[name] = value;
  }
  const cookies = cookiesForKratos(request.headers.cookie);
  if (cookies !== '') headers['cookie'] = cookies;
  return headers;
}
