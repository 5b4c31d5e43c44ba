import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useCallback } from 'react';
import type { Selected } from '../data.ts';
import { exportParts } from './export/export-parts.ts';
import { ListFrame } from './ListFrame.tsx';
import { OpenRow } from './OpenRow.tsx';
import { writeList } from './table-address.ts';
import { useHeldRows } from './table-hold.ts';
import { keyedAddresses, listAddress, listPageQuery, listRowQuery } from './table-query.ts';
import type { ListDeclaration, ViewName } from './table-shape.ts';
import { useLastPage, useListState } from './table-state.ts';

interface Props<Name extends ViewName, Select extends string> {
  readonly list: ListDeclaration<Name, Select>;
  /** The button that puts the first row there. */
  readonly action?: ReactNode;
}

/** A list of the data API by declaration: it loads one page and keeps it fresh. All of its state is in the address. */
export function TableList<Name extends ViewName, const Select extends string>({ list, action }: Props<Name, Select>) {
  type Row = Selected<Name, Select>;
  const view = useListState(list);
  const { state, change } = view;
  const page = useQuery({ ...listPageQuery(list, state), placeholderData: keepPreviousData });
  const { total } = page.data ?? {};
  const keyOf = useCallback((row: Row) => String(row[list.key]), [list]);
  const held = useHeldRows({
    view: JSON.stringify(writeList(list, { ...state, open: undefined, group: undefined })),
    fresh: page.data?.rows,
    isWaiting: page.isPlaceholderData,
    keyOf,
  });
  useLastPage(view, page.isPlaceholderData ? undefined : total);
  const found = held.rows?.find((row) => keyOf(row) === state.open);
  const isOpen = state.open !== undefined && (list.details !== undefined || list.dialog !== undefined);
  const asked = useQuery({ ...listRowQuery(list, state.open ?? ''), enabled: isOpen && found === undefined });
  return (
    <>
      <ListFrame
        list={list}
        view={view}
        keyOf={keyOf}
        action={action}
        source={{
          rows: held.rows,
          total,
          isWaiting: page.isPlaceholderData,
          isFetching: page.isFetching,
          error: page.error,
          updatedAt: page.dataUpdatedAt,
          refetch: page.refetch,
          held,
          scope: list.paging === 'endless' ? 'of the loaded rows' : 'of this page',
          isPaged: true,
          exportAll: (format, signal) => exportParts([listAddress(list, state, Date.now())], format, signal),
          exportRows: (rows, format, signal) =>
            exportParts(keyedAddresses(list, rows.map(keyOf)), format, signal, rows.length),
        }}
      />
      {isOpen && (
        <OpenRow
          list={list}
          row={found ?? asked.data ?? undefined}
          isKnown={found !== undefined || asked.data !== undefined || asked.isError}
          panel={state.panel}
          onPanel={(panel) => change({ panel }, { replace: true })}
          onClose={() => change({ open: undefined })}
        />
      )}
    </>
  );
}
