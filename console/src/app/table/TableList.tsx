import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { DataTable, EmptyState, ErrorPanel, RelativeTime, TablePager, tableItems } from '@watchroom/ui';
import { lazy, Suspense, useCallback, useEffect, useMemo } from 'react';
import { errorMessage } from '../api-error.ts';
import type { Selected } from '../data.ts';
import classes from './table.module.css';
import { isFiltered, writeList } from './table-address.ts';
import { useHeldRows } from './table-hold.ts';
import { listAddress, listPageQuery, listRowQuery } from './table-query.ts';
import type { ListDeclaration, ViewName } from './table-shape.ts';
import { useColumnChoice, useListState } from './table-state.ts';
import { cardHeight, TableCard } from './TableCard.tsx';
import { TableMenu } from './TableMenu.tsx';
import { TableToolbar } from './TableToolbar.tsx';

const TableDetails = lazy(() => import('./TableDetails.tsx').then((file) => ({ default: file.TableDetails })));

// As many rows as the first screen holds, so that nothing jumps when they come.
const SKELETONS = 20;
const NO_GROUPS: readonly never[] = [];
const NONE: ReadonlySet<string> = new Set();
const ignore = () => undefined;

/** A list by declaration: it loads, keeps fresh, filters, sorts, pages, exports and opens. All of its state is in the address. */
export function TableList<Name extends ViewName, const Select extends string>(props: {
  readonly list: ListDeclaration<Name, Select>;
}) {
  const { list } = props;
  const navigate = useNavigate();
  const { state, change, hrefOf } = useListState(list);
  const { shown, hidden, toggle } = useColumnChoice(list.label, list.columns);
  const page = useQuery({ ...listPageQuery(list, state), placeholderData: keepPreviousData });
  const { total } = page.data ?? {};
  const view = JSON.stringify(writeList(list, { ...state, open: undefined }));
  const keyOf = useCallback((row: Selected<Name, Select>) => String(row[list.key]), [list]);
  const held = useHeldRows({ view, fresh: page.data?.rows, isWaiting: page.isPlaceholderData, keyOf });
  const loaded = held.rows;
  const lastPage = total === undefined ? state.page : Math.max(0, Math.ceil(total / state.pageSize) - 1);
  useEffect(() => {
    if (!page.isPlaceholderData && state.page > lastPage) change({ page: lastPage }, { replace: true });
  }, [page.isPlaceholderData, state.page, lastPage, change]);

  const rows = useMemo(() => {
    const href = (row: Selected<Name, Select>) => {
      if (list.details && list.details.tabs(row).length > 0) return hrefOf({ open: keyOf(row) });
      return list.href?.(row);
    };
    return {
      at: (index: number) => loaded?.[index],
      id: keyOf,
      href,
      open: (row: Selected<Name, Select>) => {
        const address = href(row);
        if (address !== undefined) void navigate({ href: address });
      },
      card: (row: Selected<Name, Select>) => <TableCard row={row} columns={shown} />,
    };
  }, [list, loaded, keyOf, hrefOf, navigate, shown]);
  const count = loaded?.length ?? Math.min(SKELETONS, state.pageSize);
  const items = useMemo(() => tableItems(count, NO_GROUPS, NONE), [count]);
  const columns = useMemo(() => shown.map((column) => ({ ...column, isSortable: !column.isUnsorted })), [shown]);

  if (page.isError && !loaded)
    return (
      <>
        <TableToolbar list={list} state={state} change={change}>
          {null}
        </TableToolbar>
        <ErrorPanel message={errorMessage(page.error)} onRetry={() => void page.refetch()} />
      </>
    );
  return (
    <>
      <TableToolbar list={list} state={state} change={change}>
        <TableMenu
          name={list.label}
          columns={list.columns}
          hidden={hidden}
          onToggle={toggle}
          addressNow={() => listAddress(list, state, Date.now())}
        />
      </TableToolbar>
      {page.isError && (
        <p className={classes['stale']} role="status">
          Shown as of <RelativeTime time={new Date(page.dataUpdatedAt).toISOString()} />. {errorMessage(page.error)}
          <button type="button" onClick={() => void page.refetch()}>
            Try again
          </button>
        </p>
      )}
      <div
        className={classes['table']}
        data-waiting={page.isPlaceholderData || undefined}
        aria-busy={page.isFetching}
        {...held.handlers}
      >
        {held.waiting > 0 && (
          <button type="button" className={classes['waiting']} onClick={held.take}>
            {held.waiting.toLocaleString('en')} new
          </button>
        )}
        <DataTable
          label={list.label}
          columns={columns}
          items={items}
          rows={rows}
          cardHeight={cardHeight(shown)}
          sort={{
            by: state.sortBy,
            isDescending: state.isDescending,
            change: (sortBy, isDescending) => change({ sortBy, isDescending }),
          }}
          onSight={ignore}
          resetKey={view}
          empty={
            <EmptyState
              title="No data available"
              text={isFiltered(state) ? 'Nothing here matches what is chosen above.' : list.empty}
              action={
                isFiltered({ ...state, range: undefined }) && (
                  <Button onClick={() => change({ choices: {}, least: {}, query: '' })}>Clear the filters</Button>
                )
              }
            />
          }
        />
      </div>
      <TablePager
        page={state.page}
        pageSize={state.pageSize}
        total={total}
        onPage={(next) => change({ page: next })}
        onPageSize={(pageSize) => change({ pageSize })}
      />
      {state.open !== undefined && list.details && (
        <OpenRow
          list={list}
          row={loaded?.find((row) => keyOf(row) === state.open)}
          open={state.open}
          panel={state.panel}
          onPanel={(panel) => change({ panel }, { replace: true })}
          onClose={() => change({ open: undefined })}
        />
      )}
    </>
  );
}

interface OpenRowProps<Name extends ViewName, Select extends string> {
  readonly list: ListDeclaration<Name, Select>;
  /** Undefined when the open row is not on this page. */
  readonly row: Selected<Name, Select> | undefined;
  readonly open: string;
  readonly panel: string | undefined;
  readonly onPanel: (panel: string) => void;
  readonly onClose: () => void;
}

/** The details of the row that the address names, whether or not the filters match it. */
function OpenRow<Name extends ViewName, const Select extends string>(props: OpenRowProps<Name, Select>) {
  const { list, row, open, panel, onPanel, onClose } = props;
  const asked = useQuery({ ...listRowQuery(list, open), enabled: row === undefined });
  const shown = row ?? asked.data;
  if (shown === undefined && !asked.isError) return null;
  const tabs = shown ? (list.details?.tabs(shown) ?? []) : [];
  if (shown && tabs.length === 0) return null;
  return (
    <Suspense>
      <TableDetails
        title={(shown && list.details?.title(shown)) ?? 'Details'}
        tabs={tabs}
        panel={panel}
        onPanel={onPanel}
        onClose={onClose}
      />
    </Suspense>
  );
}
