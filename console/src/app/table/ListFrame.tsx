import { DataTable, ErrorPanel, StaleNotice, TablePager, tableItems, type TableItem } from '@watchroom/ui';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import { errorMessage } from '../api-error.ts';
import { useRoomParts } from '../room-parts.ts';
import { useColumns } from './columns/use-columns.ts';
import { EndlessFoot } from './EndlessFoot.tsx';
import { ExportBar } from './export/ExportBar.tsx';
import type { ExportFormat, ExportPart } from './export/export-parts.ts';
import { useExport } from './export/use-export.ts';
import { GroupHeading } from './grouping/GroupHeading.tsx';
import { type GroupOfRows, groupRows } from './grouping/group-rows.ts';
import { ListEmpty } from './ListEmpty.tsx';
import { SelectionBar } from './selection/SelectionBar.tsx';
import { useSelection } from './selection/use-selection.ts';
import classes from './table.module.css';
import { doubledSize, matchOf, writeList } from './table-address.ts';
import type { HeldRows } from './table-hold.ts';
import type { ChoicesFilter, FilterOption, ListLooks } from './table-shape.ts';
import type { ListView } from './table-state.ts';
import { cardHeight, TableCard } from './TableCard.tsx';
import { TableMenu } from './TableMenu.tsx';
import { TableToolbar } from './TableToolbar.tsx';

/** Where the rows of a list come from, and how they are. */
export interface ListSource<Row> {
  /** Of the page, or all that are to be seen at once; undefined until they are loaded. */
  readonly rows: readonly Row[] | undefined;
  /** Rows that match, of all pages. */
  readonly total: number | undefined;
  /** The rows still answer what was asked before. */
  readonly isWaiting: boolean;
  readonly isFetching: boolean;
  readonly error: Error | null;
  /** Milliseconds since the epoch. */
  readonly updatedAt: number;
  readonly refetch: () => unknown;
  /** Present where rows are kept in place under the pointer. */
  readonly held?: Pick<HeldRows, 'waiting' | 'take' | 'handlers'>;
  /** What groups are counted over, for example `of this page`; undefined is everything. */
  readonly scope: string | undefined;
  readonly isPaged: boolean;
  readonly optionsOf?: (filter: ChoicesFilter) => readonly FilterOption[];
  readonly exportAll: (format: ExportFormat, signal: AbortSignal) => AsyncIterable<ExportPart>;
  readonly exportRows: (rows: readonly Row[], format: ExportFormat, signal: AbortSignal) => AsyncIterable<ExportPart>;
}

interface Props<Row> {
  readonly list: ListLooks<Row>;
  readonly source: ListSource<Row>;
  readonly view: ListView;
  readonly keyOf: (row: Row) => string;
  /** The button that puts the first row there. */
  readonly action: ReactNode;
}

// As many rows as the first screen holds, so that nothing jumps when they come.
const SKELETONS = 20;
/** Rows that are announced behind the last one of an endless list while they load. */
const TAIL = 10;
const NONE: readonly never[] = [];
const ignore = () => undefined;

/** What a list looks like, whatever its rows come from: it filters, sorts, groups, selects, pages, exports and opens. */
export function ListFrame<Row>({ list, source, view, keyOf, action }: Props<Row>) {
  const { state, change, hrefOf } = view;
  const navigate = useNavigate();
  const columns = useColumns(list.label, list.columns);
  const { shown, widths, resize } = columns;
  const { rows: loaded = NONE, total } = source;
  const grouping = list.groupBy?.find(({ id }) => id === state.group);
  const grouped = useMemo(() => (grouping ? groupRows(loaded, grouping.value) : undefined), [grouping, loaded]);
  const rows = grouped?.rows ?? loaded;
  const selection = useSelection({ match: matchOf(list, state), rows, keyOf });
  const { progress, start } = useExport();
  const { listMenus } = useRoomParts();
  const save = (format: ExportFormat, size: number, parts: (signal: AbortSignal) => AsyncIterable<ExportPart>) =>
    start({ name: `${list.label}.${format}`, format, size, parts });

  const isEndless = list.paging === 'endless';
  const doubled =
    isEndless && total !== undefined && total > state.pageSize ? doubledSize(list, state.pageSize) : undefined;
  const isBusy = source.isWaiting || source.isFetching;
  const grow = useCallback(() => {
    if (doubled !== undefined && !isBusy) change({ pageSize: doubled }, { replace: true });
  }, [doubled, isBusy, change]);
  const onSight = useCallback(
    (_: number, last: number) => {
      if (loaded.length > 0 && last >= loaded.length - 1) grow();
    },
    [loaded, grow],
  );

  const tableRows = useMemo(() => {
    const href = (row: Row) => {
      const opens = list.dialog !== undefined || (list.details && list.details.tabs(row).length > 0);
      return opens ? hrefOf({ open: keyOf(row) }) : list.href?.(row);
    };
    return {
      at: (index: number) => rows[index],
      id: keyOf,
      href,
      open: (row: Row) => {
        const address = href(row);
        if (address !== undefined) void navigate({ href: address });
      },
      card: (row: Row) => <TableCard row={row} columns={shown} />,
    };
  }, [list, rows, keyOf, hrefOf, navigate, shown]);
  const isLoaded = source.rows !== undefined;
  const tail = !isLoaded ? Math.min(SKELETONS, state.pageSize) : doubled === undefined ? 0 : TAIL;
  const items = useMemo((): readonly TableItem<GroupOfRows>[] => {
    const groups = grouped?.groups ?? NONE;
    const known = tableItems<GroupOfRows>(rows.length, groups, new Set(state.folded), 1);
    const coming = Array.from({ length: tail }, (_, n) => ({ type: 'row' as const, index: rows.length + n }));
    return tail === 0 ? known : [...known, ...coming];
  }, [rows.length, grouped, state.folded, tail]);
  const sortable = useMemo(() => shown.map((column) => ({ ...column, isSortable: !column.isUnsorted })), [shown]);
  const looks = { ...state, open: undefined, folded: NONE, ...(isEndless && { pageSize: list.pageSize }) };

  const toolbar = (menus: ReactNode) => (
    <TableToolbar list={list} state={state} change={change} optionsOf={source.optionsOf} scope={source.scope}>
      {menus}
    </TableToolbar>
  );
  if (source.error && !isLoaded)
    return (
      <>
        {toolbar(null)}
        <ErrorPanel message={errorMessage(source.error)} onRetry={() => void source.refetch()} />
      </>
    );
  return (
    <>
      {toolbar(
        <>
          {listMenus.map(({ id, Menu }) => (
            <Menu key={id} list={list} columns={columns} />
          ))}
          <TableMenu
            columns={columns}
            isExporting={progress !== undefined}
            onExport={(format) => save(format, total ?? 0, (signal) => source.exportAll(format, signal))}
          />
        </>,
      )}
      {source.error && (
        <StaleNotice
          since={source.updatedAt}
          message={errorMessage(source.error)}
          onRetry={() => void source.refetch()}
        />
      )}
      <div
        className={classes['table']}
        data-waiting={source.isWaiting || undefined}
        aria-busy={source.isFetching}
        {...source.held?.handlers}
      >
        {source.held !== undefined && source.held.waiting > 0 && (
          <button type="button" className={classes['waiting']} onClick={source.held.take}>
            {source.held.waiting.toLocaleString('en')} new
          </button>
        )}
        <DataTable
          label={list.label}
          columns={sortable}
          items={items}
          rows={tableRows}
          cardHeight={cardHeight(shown)}
          widths={{ of: widths, change: resize }}
          {...((list.isSelectable || list.actions) && { selection: selection.table })}
          sort={{
            by: state.sortBy,
            isDescending: state.isDescending,
            change: (sortBy, isDescending) => change({ sortBy, isDescending }),
          }}
          grouping={{
            title: (group) => <GroupHeading group={group} heading={grouping?.heading} scope={source.scope} />,
            toggle: (key) => change({ folded: toggled(state.folded, key) }, { replace: true }),
          }}
          onSight={isEndless ? onSight : ignore}
          resetKey={JSON.stringify(writeList(list, looks))}
          empty={<ListEmpty list={list} state={state} change={change} action={action} />}
        />
      </div>
      {selection.size > 0 && (
        <SelectionBar
          selection={selection}
          actions={list.actions ?? NONE}
          onExport={(format) => {
            const chosen = selection.rows();
            save(format, chosen.length, (signal) => source.exportRows(chosen, format, signal));
          }}
        />
      )}
      {progress && <ExportBar text={progress.text} onCancel={progress.cancel} />}
      {source.isPaged && !isEndless ? (
        <TablePager
          page={state.page}
          pageSize={state.pageSize}
          total={total}
          onPage={(next) => change({ page: next })}
          onPageSize={(pageSize) => change({ pageSize })}
        />
      ) : (
        <EndlessFoot shown={loaded.length} total={total} onMore={doubled === undefined ? undefined : grow} />
      )}
    </>
  );
}

function toggled(keys: readonly string[], key: string): readonly string[] {
  return keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key];
}
