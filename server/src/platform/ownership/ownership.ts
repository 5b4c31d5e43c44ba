import { CatalogueError } from '../http/errors.ts';

/** What people make has no source, and is shown with this one; another one names the document or agent that owns a row. */
export const UI_SOURCE = 'UI';

/**
 * @param noun what the row is, for the message: "canary".
 * @throws CatalogueError source_owned for a row that a document or an agent owns.
 */
export function refuseOwned(source: string | null, noun: string): void {
  if (source !== null && source !== UI_SOURCE)
    throw new CatalogueError('source_owned', `${source} owns this ${noun}: change it there.`);
}
