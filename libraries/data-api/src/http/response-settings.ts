import type { Envelope } from '../execute/statement.ts';

/** Status and headers that a function or trigger has chosen with the settings `response.status` and `response.headers`. */
export function responseSettings({ status, headers }: Envelope): {
  status?: number;
  headers: Record<string, string | string[]>;
} {
  return {
    ...(status === null ? {} : { status: Number(status) }),
    headers: headers === null ? {} : readHeaders(headers),
  };
}

/** The statement lets nothing else pass than objects with one header each. */
function readHeaders(text: string): Record<string, string | string[]> {
  const list: unknown = JSON.parse(text);
  const headers: Record<string, string | string[]> = {};
  const cookies: string[] = [];
  for (const [name, value] of (Array.isArray(list) ? list : []).flatMap((pair: unknown) =>
    Object.entries(pair ?? {}),
  )) {
    // Only cookies stand for themselves; of another header the last counts.
    if (name.toLowerCase() === 'set-cookie') cookies.push(String(value));
    else headers[name.toLowerCase()] = String(value);
  }
  return cookies.length === 0 ? headers : { ...headers, 'set-cookie': cookies };
}
