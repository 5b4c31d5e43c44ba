import { Button } from '@mantine/core';
import { IconCircleCheck, IconSearchOff } from '@tabler/icons-react';
import type { CheckGroup, ChecksPage, ListedCheck } from '@watchroom/contract/health';
import { DataTable, EmptyState, type TableItem, tableItems } from '@watchroom/ui';
import { useCallback, useMemo, useState } from 'react';
import { type PageSpan, pagesOf, useCheckRows, type useFirstChecks, useKinds, usePrefetchCheck } from '../api.ts';
import { plural } from '../check-words.ts';
import { listQueryOf } from '../list-query.ts';
import { type ChangeView, hrefOfView } from '../use-view.ts';
import type { HealthView, SortBy } from '../view.ts';
import { CheckCard, checkColumns, GroupTitle } from './check-columns.tsx';

interface Props {
  readonly view: HealthView;
  readonly change: ChangeView;
  readonly first: ReturnType<typeof useFirstChecks>;
  /** Milliseconds between two loads. */
  readonly interval: number | false;
}

// As many rows as the first screen holds, so that nothing jumps when they come.
const SKELETONS: readonly TableItem<CheckGroup>[] = Array.from({ length: 20 }, (_, index) => ({ type: 'row', index }));
/** Pixels of a card on a phone, with a line for the reason of a failure. */
const CARD = 104;
const NO_KINDS: readonly never[] = [];

/** The rows. It alone knows which are in sight: scrolling draws nothing around them. */
export function CheckRows({ view, change, first, interval }: Props) {
  const [seen, setSeen] = useState<PageSpan>([0, 0]);
  const onSight = useCallback((from: number, to: number) => setSeen((before) => pagesOf(from, to, before)), []);
  const query = useMemo(() => listQueryOf(view), [view]);
  const at = useCheckRows(query, first, seen, interval);
  const kinds = useKinds().data ?? NO_KINDS;
  const columns = useMemo(() => checkColumns(kinds), [kinds]);
  const page = first.data;
  const items = useMemo(() => {
    if (!page) return SKELETONS;
    const groups = page.groups.map((group) => ({ key: group.key, size: group.shown, group }));
    return tableItems(page.total, groups, new Set(view.collapsed));
  }, [page, view.collapsed]);
  const prefetch = usePrefetchCheck();
  const looks = useMemo(
    () => ({
      id: (check: ListedCheck) => check.id,
      href: (check: ListedCheck) => hrefOfView(view, { checkId: check.id }),
      open: (check: ListedCheck) => change({ checkId: check.id }),
      pointed: (check: ListedCheck) => {
        void import('./CheckDialog.tsx');
        prefetch(check.id);
      },
      card: (check: ListedCheck) => <CheckCard check={check} kinds={kinds} />,
    }),
    [view, change, kinds, prefetch],
  );
  return (
    <DataTable<ListedCheck, CheckGroup>
      label="Checks"
      columns={columns}
      items={items}
      resetKey={JSON.stringify(query)}
      rows={{ ...looks, at }}
      sort={{
        by: view.sortBy,
        isDescending: view.sortDesc,
        change: (by, sortDesc) => change({ sortBy: by as SortBy, sortDesc }),
      }}
      grouping={{
        title: (group) => <GroupTitle group={group} />,
        toggle: (key) => change({ collapsed: toggled(view.collapsed, key) }, { replace: true }),
      }}
      onSight={onSight}
      cardHeight={CARD}
      empty={<NoRows view={view} change={change} page={page} />}
    />
  );
}

interface NoRowsProps extends Pick<Props, 'view' | 'change'> {
  readonly page: ChecksPage | undefined;
}

/** Nothing to list: because all is well, because of the filters, or because there is nothing. */
function NoRows({ view, change, page }: NoRowsProps) {
  if (page && page.counts.total > 0 && view.hidePassing)
    return (
      <EmptyState
        icon={<IconCircleCheck size={24} stroke={1.6} color="var(--ui-healthy)" />}
        title={page.counts.total === 1 ? 'The only check passes' : `All ${plural(page.counts.total, 'check')} pass`}
        text="Passing checks are hidden. A failing check will appear here."
        action={
          <Button variant="filled" onClick={() => change({ hidePassing: false })}>
            Show them
          </Button>
        }
      />
    );
  const isFiltered = view.query !== '' || view.tab !== undefined || Object.keys(view.labels).length > 0;
  return (
    <EmptyState
      icon={<IconSearchOff size={22} stroke={1.6} />}
      title="No data available"
      text={isFiltered ? 'No checks match the search and filters.' : 'Checks appear here once someone adds one.'}
      action={
        isFiltered && <Button onClick={() => change({ query: '', labels: {}, tab: undefined })}>Clear filters</Button>
      }
    />
  );
}

function toggled(keys: readonly string[], key: string): readonly string[] {
  return keys.includes(key) ? keys.filter((each) => each !== key) : [...keys, key];
}
