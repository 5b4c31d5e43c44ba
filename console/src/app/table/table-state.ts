import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo } from 'react';
import { type Address, writeAddress } from '../address.ts';
import { changeList, type ListState, readList, writeList } from './table-address.ts';
import type { ListShape } from './table-shape.ts';

/** Changes the address; `replace` keeps the step out of the history (typing). */
export type ChangeList = (change: Partial<ListState>, options?: { readonly replace?: boolean }) => void;

/** What stands in the address beside what the list knows: the tab of its page, and the saved view that was chosen. */
function besides({ tab, view }: Address): Address {
  return { ...(tab !== undefined && { tab }), ...(view !== undefined && { view }) };
}

/** What a list shows, kept in the address, with the way to change it and to link to a change of it. */
export function useListState(list: ListShape) {
  const address: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = useMemo(() => readList(list, address), [list, address]);
  const write = useCallback(
    (current: Address, next: Partial<ListState>): Address => ({
      ...besides(current),
      ...writeList(list, changeList(readList(list, current), next)),
    }),
    [list],
  );
  const change = useCallback<ChangeList>(
    (next, { replace = false } = {}) =>
      // From the newest address, so that two changes in one moment do not undo each other.
      void navigate({ to: '.', replace, search: (current: Address) => write(current, next) }),
    [navigate, write],
  );
  const hrefOf = useCallback(
    (next: Partial<ListState>) => `${location.pathname}${writeAddress(write(address, next))}`,
    [address, write],
  );
  return { state, change, hrefOf };
}

export type ListView = ReturnType<typeof useListState>;

/**
 * Goes to the last page when the list has become shorter than the one that is shown.
 * @param total rows that match, of all pages; undefined while it is not known.
 */
export function useLastPage({ state: { page, pageSize }, change }: ListView, total: number | undefined): void {
  const last = total === undefined ? page : Math.max(0, Math.ceil(total / pageSize) - 1);
  useEffect(() => {
    if (page > last) change({ page: last }, { replace: true });
  }, [page, last, change]);
}
