import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Database, Row } from '@watchroom/contract/rows';
import { rowsQuery } from '../app/data.ts';

/** The only place where keys of this room are made. */
const viewKeys = {
  all: ['views'],
  of: (page: string) => ['views', page],
} as const;

/** A named state of a list: its own or one that somebody shares. */
export type SavedView = Pick<
  Row<'saved_views'>,
  'id' | 'name' | 'page' | 'query' | 'columns' | 'icon' | 'description' | 'is_shared' | 'created_by' | 'updated_at'
> & { readonly author: { readonly name: string } | null };

/** What is kept of a list. `page` is its path, `query` what follows the question mark, without it. */
type NewView = Pick<
  Database['api']['Views']['saved_views']['Insert'],
  'columns' | 'icon' | 'description' | 'is_shared'
> & { readonly name: string; readonly page: string; readonly query: string };

/** The views of a page by name: the person's own and the shared ones. @param page path of the page */
export function savedViewsQuery(page: string) {
  const { meta, queryFn } = rowsQuery({
    from: 'saved_views',
    select:
      'id,name,page,query,columns,icon,description,is_shared,created_by,updated_at,author:people!created_by(name)',
    refine: (query) => query.eq('page', page).is('deleted_at', null).order('name'),
  });
  return queryOptions({
    queryKey: viewKeys.of(page),
    queryFn: (context): Promise<readonly SavedView[]> => queryFn(context),
    meta,
    staleTime: 60_000,
  });
}

/** Saves a new view, or changes the one with this id. Its error is an ApiError: `conflict` when the person has one of this name on the page. */
export function useSaveView() {
  return useViewWrite(async ({ id, ...view }: NewView & { readonly id?: string }) => {
    const table = (await import('../app/data-client.ts')).dataClient().from('saved_views');
    await (id === undefined ? table.insert(view) : table.update(view).eq('id', id)).throwOnError();
  });
}

/** Takes a view away from everybody who sees it; `undo` brings it back. @param id of a view that the person may change */
export function useRemoveView() {
  return useViewWrite(async ({ id, undo = false }: { readonly id: string; readonly undo?: boolean }) => {
    const table = (await import('../app/data-client.ts')).dataClient().from('saved_views');
    await table
      .update({ deleted_at: undo ? null : 'now()' })
      .eq('id', id)
      .throwOnError();
  });
}

function useViewWrite<Input>(write: (input: Input) => Promise<void>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: write,
    onSettled: () => void queries.invalidateQueries({ queryKey: viewKeys.all }),
  });
}
