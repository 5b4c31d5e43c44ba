import { useSession } from '../session.ts';
import { ownerOf } from './linked.ts';
import type { ResourceLink, ResourceRow, ResourceShape } from './resource.ts';

/** Whether this person may add and change rows of a resource at all. */
export function useMayWrite({ write }: Pick<ResourceShape, 'write'>): boolean {
  const { session } = useSession();
  return session !== undefined && (write === undefined || session.can(write));
}

/** What keeps this person from changing a row: what owns it, or whose it is. */
export function useLink(resource: Pick<ResourceShape, 'linkedTo'>): (row: ResourceRow) => ResourceLink | undefined {
  const { session } = useSession();
  return (row) => ownerOf(row) ?? resource.linkedTo?.(row, session);
}
