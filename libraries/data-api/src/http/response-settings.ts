import type { Envelope } from '../execute/statement.ts';

/** Status and headers that a function has chosen with the settings `response.status` and `response.headers`. */
export function responseSettings({ status, headers }: Envelope): {
  status?: number;
  headers: Record<string, string>;
} {
  return {
    ...(status === null ? {} : { status: Number(status) }),
    headers: headers === null ? {} : readHeaders(headers),
  };
}

/** The statement lets nothing else pass than objects with one header each. */
function readHeaders(text: string): Record<string, string> {
  const list: unknown = JSON.parse(text);
  const pairs = (Array.isArray(list) ? list : []).flatMap((pair: unknown) => Object.entries(pair ?? {}));
  return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), String(value)]));
}
