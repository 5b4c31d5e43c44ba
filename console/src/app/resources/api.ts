import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { TABLES_BEHIND } from '@watchroom/contract/rows';
import type { FormValue } from '@watchroom/ui';
import { ApiError } from '../api-error.ts';
import { askRows, type RowsRequest } from '../rows.ts';
import type { ResourceRow, ResourceShape } from './resource.ts';

type Source = Pick<ResourceShape, 'table' | 'embeds' | 'list'>;

/** Not under `list`: a form is being filled from it. */
const rowKey = ({ table }: Source, id: string) => ['resource', table, id] as const;

/** A row by its id, kept fresh; null where there is none. */
export function useResourceRow(resource: Source, id: string) {
  const tables: readonly string[] = TABLES_BEHIND[resource.table];
  return useQuery({
    queryKey: rowKey(resource, id),
    meta: { tables, ids: Object.fromEntries(tables.map((table) => [table, id])) },
    queryFn: ({ signal }) => readRow(resource, id, signal),
  });
}

async function readRow(resource: Source, id: string, signal?: AbortSignal): Promise<ResourceRow | null> {
  // What is no id names nothing; the data API would answer with words about types.
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)) return null;
  const [found] = await request(resource, 'GET', { id: `eq.${id}` }, signal && { signal });
  return found ?? null;
}

interface Save {
  readonly payload: FormValue;
  /** The row as the form was filled from it; absent for a new one. */
  readonly seen?: ResourceRow;
}

/** Stores a new row, or a changed one unless somebody changed it after it was seen (`stale`). */
export function useSaveResource(resource: Source) {
  return useResourceWrite(resource, async ({ payload, seen }: Save) => {
    const [saved] = seen
      ? await request(
          resource,
          'PATCH',
          { id: `eq.${seen.id}`, updated_at: `eq.${seen.updated_at}` },
          { body: payload },
        )
      : await request(resource, 'POST', {}, { body: payload });
    if (!saved) throw new ApiError('stale', 'Someone else changed or deleted this in the meantime.');
    return saved;
  });
}

/** Deletes a row softly, or brings it back. */
export function useDeleteResource(resource: Source) {
  return useResourceWrite(resource, async ({ id, isDeleted }: { readonly id: string; readonly isDeleted: boolean }) => {
    const body = { deleted_at: isDeleted ? 'now()' : null };
    const [changed] = await request(resource, 'PATCH', { id: `eq.${id}` }, { body });
    if (!changed) throw new ApiError('not_found', 'It no longer exists.');
    return changed;
  });
}

function useResourceWrite<Input>(resource: Source, write: (input: Input) => Promise<ResourceRow>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSuccess: (row) => {
      queries.setQueryData(rowKey(resource, row.id), row);
      void queries.invalidateQueries({ queryKey: ['list', resource.list.from] });
    },
  });
}

function request(
  { table, embeds }: Source,
  method: RowsRequest['method'],
  conditions: RowsRequest['query'],
  options: Pick<RowsRequest, 'body' | 'signal'> = {},
): Promise<readonly ResourceRow[]> {
  const query = { select: embeds ? `*,${embeds}` : '*', ...conditions };
  // Every table of a resource has the columns of a row.
  return askRows<ResourceRow>(table, { method, query, ...options });
}
