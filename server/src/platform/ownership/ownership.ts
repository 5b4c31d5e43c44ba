import { CatalogueError } from '../http/errors.ts';

/** The source of what people make in the console. Rows with another one belong to a document or an agent. */
export const UI_SOURCE = 'UI';

/**
 * @param noun what the row is, for the message: "canary".
 * @throws CatalogueError source_owned for a row that a document or an agent owns.
 */
export function refuseOwned(source: string | null, noun: string): void {
  if (source !== null && source !== UI_SOURCE)
    throw new CatalogueError('source_owned', `${source} owns this ${noun}: change it there.`);
}
