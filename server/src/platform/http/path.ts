import type { IncomingMessage } from 'node:http';

/** First segments of interfaces that clients call with and without `/api` before them (wire contract 1.2). */
const INTERFACES = new Set([
  'agent', 'apm', 'auth', 'canary', 'connection', 'db', 'kubeconfig', 'notification', 'people', 'playbook', 'properties',
  'rbac', 'resources', 'schemas', 'snapshot',
]); // biome-ignore format: a list

/** Those whose first segment is also an address of the console: a browser that opens it gets the page. */
const INTERFACES_AND_PAGES = new Set(['catalog', 'config', 'logs']);

/**
 * Collapses repeated slashes, gives the flow protocol its one address, and puts `/api` before the interfaces that older proxies strip it from. Where a page has the
 * same first segment, a GET or HEAD whose Accept names `text/html` means the page and everything else the interface.
 */
export function normalisePath(url: string, request?: Pick<IncomingMessage, 'method' | 'headers'>): string {
  const end = url.search(/[?#]/);
  const path = (end < 0 ? url : url.slice(0, end)).replace(/\/{2,}/g, '/');
  const rest = end < 0 ? '' : url.slice(end);
  const flows = /^(?:\/api)?\/(?:\.ory|kratos)(\/.*)$/.exec(path);
  if (flows?.[1] !== undefined) return `/kratos${flows[1]}${rest}`;
  const first = path.split('/', 2)[1] ?? '';
  const isInterface = INTERFACES.has(first) || (INTERFACES_AND_PAGES.has(first) && !opensPage(request));
  return (isInterface ? `/api${path}` : path) + rest;
}

function opensPage(request: Pick<IncomingMessage, 'method' | 'headers'> | undefined): boolean {
  if (request?.method !== 'GET' && request?.method !== 'HEAD') return false;
  return request.headers.accept?.toLowerCase().includes('text/html') ?? false;
}
