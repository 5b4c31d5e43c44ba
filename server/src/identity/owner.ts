import type { Caller } from '../platform/http/caller.ts';
import { CatalogueError } from '../platform/http/errors.ts';

/**
 * Whose account a request rules: that of the session it was sent in. A script must not rule what its owner signed in with, or lent
 * to other scripts.
 * @throws CatalogueError unauthenticated, forbidden.
 */
export function ownerOf({ personId, sessionId }: Caller): { readonly personId: string; readonly sessionId: string } {
  if (personId === null) throw new CatalogueError('unauthenticated', 'Sign in first.');
  if (sessionId === undefined)
    throw new CatalogueError('forbidden', 'Sign in with a browser for this: a script cannot see or change it.');
  return { personId, sessionId };
}
