import { managedBy } from '@watchroom/contract/ownership';
import { CatalogueError } from '../http/errors.ts';

/** What people make has no source, and is shown with this one; another one names the document or agent that owns a row. */
export const UI_SOURCE = 'UI';

/** @throws CatalogueError source_owned for a row that a document or an agent owns. */
export function refuseOwned(source: string | null): void {
  if (source !== null && source !== UI_SOURCE) throw new CatalogueError('source_owned', managedBy(source));
}
