/** First segments of interfaces that clients call with and without `/api` before them (wire contract 1.2). */
const UNPREFIXED = new Set(['db', 'canary', 'auth']);

/** Collapses repeated slashes and puts `/api` before the interfaces that older proxies strip it from. */
export function normalisePath(url: string): string {
  const end = url.search(/[?#]/);
  const path = (end < 0 ? url : url.slice(0, end)).replace(/\/{2,}/g, '/');
  const rest = end < 0 ? '' : url.slice(end);
  const first = path.split('/')[1] ?? '';
  return (UNPREFIXED.has(first) ? `/api${path}` : path) + rest;
}
