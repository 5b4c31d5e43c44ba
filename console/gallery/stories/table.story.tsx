import { IconListDetails } from '@tabler/icons-react';
import {
  type Column,
  DataTable,
  EmptyState,
  RelativeTime,
  StatusWord,
  type TableGroup,
  tableItems,
  TablePager,
  type TableSelection,
} from '@watchroom/ui';
import { useState } from 'react';
import { Specimen } from '../Specimen.tsx';
import type { Story } from '../story.ts';

interface Thing {
  readonly id: string;
  readonly name: string;
  readonly place: string;
  readonly seen: string;
  readonly count: number;
}

const LONG = 'reconcile-every-single-resource-of-the-whole-organisation-and-of-each-of-its-clusters-in-all-regions';
const PLACES = ['eu-central-1', 'eu-west-1', 'us-east-1'];

const things = (count: number): readonly Thing[] =>
  Array.from({ length: count }, (_, at) => ({
    id: String(at),
    name: at === 2 ? LONG : `service ${at}`,
    place: PLACES[Math.floor((at * PLACES.length) / count)] ?? '',
    seen: new Date(Date.now() - at * 61_000).toISOString(),
    count: (at * 7_919) % 100_000,
  }));

const COLUMNS: readonly Column<Thing, string>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(180px, 2fr)',
    isSortable: true,
    cell: ({ name }) => (
      <span className="ui-cut" title={name}>
        {name}
      </span>
    ),
    groupCell: (place) => place,
  },
  {
    id: 'health',
    title: 'Health',
    width: '120px',
    cell: ({ count }) => <StatusWord health={count % 3 === 0 ? 'unhealthy' : 'healthy'} />,
  },
  { id: 'place', title: 'Place', width: 'minmax(100px, 1fr)', isSortable: true, cell: ({ place }) => place },
  { id: 'seen', title: 'Seen', width: '100px', isSortable: true, cell: ({ seen }) => <RelativeTime time={seen} /> },
  {
    id: 'count',
    title: 'Count',
    width: '90px',
    align: 'right',
    cell: ({ count }) => <span className="ui-num">{count.toLocaleString('en')}</span>,
  },
];

interface ListProps {
  readonly label: string;
  readonly rows: readonly Thing[];
  readonly isLoading?: boolean;
  readonly isGrouped?: boolean;
  readonly isPicked?: boolean;
}

function List({ label, rows, isLoading = false, isGrouped = false, isPicked = false }: ListProps) {
  const [sort, setSort] = useState({ by: 'name', isDescending: false });
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set(isGrouped ? ['eu-west-1'] : []));
  const [widths, setWidths] = useState<Readonly<Record<string, number>>>({});
  const selection = usePicked(rows);
  const groups: readonly TableGroup<string>[] = isGrouped
    ? PLACES.map((place) => ({ key: place, size: rows.filter((row) => row.place === place).length, group: place }))
    : [];
  return (
    <DataTable<Thing, string>
      label={label}
      columns={COLUMNS}
      items={tableItems(isLoading ? 8 : rows.length, groups, folded)}
      resetKey={`${sort.by},${sort.isDescending}`}
      rows={{
        at: (index) => (isLoading ? undefined : rows[index]),
        id: ({ id }) => id,
        href: ({ id }) => `?story=table&row=${id}`,
        open: () => undefined,
        card: ({ name, place }) => `${name}, ${place}`,
      }}
      sort={{ ...sort, change: (by, isDescending) => setSort({ by, isDescending }) }}
      widths={{
        of: widths,
        change: (column, pixels) =>
          setWidths(({ [column]: _, ...others }) => (pixels === undefined ? others : { ...others, [column]: pixels })),
      }}
      grouping={{
        title: (place) => place,
        toggle: (key) => setFolded((before) => before.symmetricDifference(new Set([key]))),
      }}
      {...(isPicked && { selection })}
      onSight={() => undefined}
      empty={
        <EmptyState
          icon={<IconListDetails size={22} stroke={1.6} />}
          title="No data available"
          text="A thing would stand here once there is one."
        />
      }
    />
  );
}

function usePicked(rows: readonly Thing[]): TableSelection {
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(['1', '3']));
  const isAll = picked.size === rows.length;
  return {
    has: (id) => picked.has(id),
    holds: isAll ? 'all' : picked.size === 0 ? 'none' : 'some',
    toggle: (index) => setPicked((before) => before.symmetricDifference(new Set([rows[index]?.id ?? '']))),
    toggleAll: () => setPicked(new Set(isAll ? [] : rows.map(({ id }) => id))),
  };
}

function Pagers() {
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState(50);
  const shared = { page, pageSize, onPage: setPage, onPageSize: setPageSize };
  return <TablePager {...shared} total={100_000} />;
}

const SOME = things(7);
const MANY = things(10_000);

export const story: Story = {
  title: 'Table',
  render: () => (
    <>
      <Specimen title="Some rows, one with a very long name" isTall>
        <List label="Some rows" rows={SOME} />
      </Specimen>
      <Specimen title="Ten thousand rows" isTall>
        <List label="Many rows" rows={MANY} />
      </Specimen>
      <Specimen title="Groups, one of them folded" isTall>
        <List label="Grouped rows" rows={things(12)} isGrouped />
      </Specimen>
      <Specimen title="Rows that are picked" isTall>
        <List label="Picked rows" rows={SOME} isPicked />
      </Specimen>
      <Specimen title="Loading" isTall>
        <List label="Rows on their way" rows={[]} isLoading />
      </Specimen>
      <Specimen title="Empty" isTall>
        <List label="No rows" rows={[]} />
      </Specimen>
      <Specimen title="Pages">
        <Pagers />
      </Specimen>
    </>
  ),
};
