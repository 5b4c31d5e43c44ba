import { ApiError } from '../app/api-error.ts';
import { askRows, type RowsRequest } from '../app/rows.ts';

/** A check source as its form sees it; its secrets are hidden. */
export interface Canary {
  readonly id: string;
  readonly name: string;
  readonly namespace: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly spec: Readonly<Record<string, unknown>>;
  readonly updated_at: string;
}

export type CanaryInput = Pick<Canary, 'name' | 'namespace' | 'spec'> & Partial<Pick<Canary, 'labels'>>;

/** A canary as it was when somebody looked at it. */
export type SeenCanary = Pick<Canary, 'id' | 'updated_at'>;

/** @throws ApiError not_found for a deleted one too. */
export async function readCanary(id: string, signal?: AbortSignal): Promise<Canary> {
  const query = { id: `eq.${id}`, deleted_at: 'is.null' };
  const found = await askCanary({ method: 'GET', query, ...(signal && { signal }) });
  if (!found) throw new ApiError('not_found', 'This canary does not exist or was deleted.');
  return found;
}

export async function createCanary(body: CanaryInput): Promise<Canary> {
  const made = await askCanary({ method: 'POST', query: {}, body });
  if (!made) throw new ApiError('unexpected', 'The server did not return what it stored.');
  return made;
}

/** @throws ApiError `stale` when somebody changed it after it was seen, not_found when it was deleted. */
export async function changeCanary({ id, updated_at }: SeenCanary, body: CanaryInput): Promise<Canary> {
  const query = { id: `eq.${id}`, updated_at: `eq.${updated_at}`, deleted_at: 'is.null' };
  const changed = await askCanary({ method: 'PATCH', query, body });
  if (changed) return changed;
  await readCanary(id);
  throw new ApiError(
    'stale',
    'Someone else changed this canary in the meantime. Reload it to see the current version.',
  );
}

/** Soft: it and its checks stay restorable. */
export async function deleteCanary(id: string): Promise<void> {
  const query = { id: `eq.${id}`, deleted_at: 'is.null' };
  const gone = await askCanary({ method: 'PATCH', query, body: { deleted_at: 'now()' } });
  if (!gone) throw new ApiError('not_found', 'This canary does not exist or was deleted.');
}

/** Undo of {@link deleteCanary}. */
export async function restoreCanary(id: string): Promise<void> {
  const query = { id: `eq.${id}`, deleted_at: 'not.is.null' };
  const restored = await askCanary({ method: 'PATCH', query, body: { deleted_at: null } });
  if (!restored) throw new ApiError('not_found', 'There is no deleted canary with this id.');
}

type CanaryRow = Omit<Canary, 'labels' | 'spec'> & { readonly [Part in 'labels' | 'spec']: Canary[Part] | null };

async function askCanary({ query, ...request }: RowsRequest): Promise<Canary | undefined> {
  const select = 'id,name,namespace,labels,spec,updated_at';
  const [row] = await askRows<CanaryRow>('canaries', { ...request, query: { select, ...query } });
  return row && { ...row, labels: row.labels ?? {}, spec: row.spec ?? {} };
}
