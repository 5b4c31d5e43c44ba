import { type ReactNode, useCallback, useMemo } from 'react';
import { parseAddress, writeAddress } from '../address.ts';
import { ListFrame } from './ListFrame.tsx';
import { localParts } from './local/local-export.ts';
import { localOptions, matchingRows } from './local/local-rows.ts';
import { OpenRow } from './OpenRow.tsx';
import { readList, writeList } from './table-address.ts';
import type { ListLooks } from './table-shape.ts';
import { useLastPage, useListState } from './table-state.ts';

/** Rows that a page has at hand, such as the answer of a query. */
export interface LocalRows<Row> {
  /** Undefined until they are loaded. */
  readonly data: readonly Row[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
  readonly isFetching?: boolean;
  /** Milliseconds since the epoch. */
  readonly dataUpdatedAt?: number;
}

interface Props<Row> {
  readonly list: ListLooks<Row>;
  readonly rows: LocalRows<Row>;
  /** The button that puts the first row there. */
  readonly action?: ReactNode;
}

const NONE: readonly never[] = [];

/** A list by declaration over rows at hand: it filters, sorts, groups and pages them in the browser. All of its state is in the address. */
export function LocalList<Row extends object>({ list, rows, action }: Props<Row>) {
  const view = useListState(list);
  const { state, change } = view;
  const { data } = rows;
  const keyOf = useCallback((row: Row) => String(row[list.key]), [list]);
  // By what is written in the address: to open a row or to turn a page is no reason to sort again.
  const asked = writeAddress(writeList(list, { ...state, open: undefined, page: 0, group: undefined }));
  const matching = useMemo(
    () => data && matchingRows(list, readList(list, parseAddress(asked)), data),
    [list, asked, data],
  );
  // Groups of a page would tell less than groups of everything, which the table holds as well.
  const isCut = state.group === undefined;
  const { page, pageSize } = state;
  const visible = useMemo(
    () => (isCut ? matching?.slice(page * pageSize, (page + 1) * pageSize) : matching),
    [isCut, matching, page, pageSize],
  );
  useLastPage(view, matching?.length);
  const open = state.open === undefined ? undefined : data?.find((row) => keyOf(row) === state.open);
  return (
    <>
      <ListFrame
        list={list}
        view={view}
        keyOf={keyOf}
        action={action}
        source={{
          rows: visible,
          total: matching?.length,
          isWaiting: false,
          isFetching: rows.isFetching ?? data === undefined,
          error: rows.error,
          updatedAt: rows.dataUpdatedAt ?? 0,
          refetch: rows.refetch,
          scope: undefined,
          isPaged: isCut,
          optionsOf: (filter) => localOptions(list, filter, data ?? NONE),
          exportAll: (format) => localParts(list, matching ?? NONE, format),
          exportRows: (chosen, format) => localParts(list, chosen, format),
        }}
      />
      {state.open !== undefined && (
        <OpenRow
          list={list}
          row={open}
          isKnown={data !== undefined}
          panel={state.panel}
          onPanel={(panel) => change({ panel }, { replace: true })}
          onClose={() => change({ open: undefined })}
        />
      )}
    </>
  );
}
