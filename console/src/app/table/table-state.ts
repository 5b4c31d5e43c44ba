import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { type Address, writeAddress } from '../address.ts';
import { changeList, type ListState, readList, writeList } from './table-address.ts';
import type { ListColumn, ListShape } from './table-shape.ts';

/** Changes the address; `replace` keeps the step out of the history (typing). */
export type ChangeList = (change: Partial<ListState>, options?: { readonly replace?: boolean }) => void;

/** What a list shows, kept in the address, with the way to change it and to link to a change of it. */
export function useListState(list: ListShape) {
  const address: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = useMemo(() => readList(list, address), [list, address]);
  const write = useCallback(
    (current: Address, next: Partial<ListState>): Address => ({
      // The tab of the page stands beside what the list knows.
      ...(current['tab'] !== undefined && { tab: current['tab'] }),
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

/** The columns that are shown, as chosen for this session. The first one always is. */
export function useColumnChoice<Row>(name: string, columns: readonly ListColumn<Row>[]) {
  const key = `watchroom.columns.${name}`;
  const [hidden, setHidden] = useState<readonly string[]>(
    () => readHidden(key) ?? columns.filter(({ isOptional }) => isOptional).map(({ id }) => id),
  );
  const shown = useMemo(
    () => columns.filter(({ id }, position) => position === 0 || !hidden.includes(id)),
    [columns, hidden],
  );
  const toggle = (id: string) => {
    const next = hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id];
    setHidden(next);
    sessionStorage.setItem(key, next.join(','));
  };
  return { shown, hidden, toggle };
}

function readHidden(key: string): readonly string[] | undefined {
  return sessionStorage.getItem(key)?.split(',');
}
