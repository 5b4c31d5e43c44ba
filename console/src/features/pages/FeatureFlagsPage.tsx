import { ActionIcon, Button } from '@mantine/core';
import { IconFlag, IconPlus } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { DataTable, EmptyState, ErrorPanel, tableItems } from '@watchroom/ui';
import { useMemo } from 'react';
import { type Address, writeAddress } from '../../app/address.ts';
import { errorMessage } from '../../app/api-error.ts';
import { Page } from '../../app/Page.tsx';
import { useCan } from '../../app/session.ts';
import { cardHeight, TableCard } from '../../app/table/TableCard.tsx';
import { useFlags } from '../api.ts';
import { FLAG_COLUMNS } from '../components/flag-columns.tsx';
import { FlagDialog } from '../components/FlagDialog.tsx';
import { type Flag, SORTS, sortFlags } from '../flags.ts';
import { FLAGS_PATH, type FlagsView, readFlagsView, writeFlagsView } from '../view.ts';

const COLUMNS = FLAG_COLUMNS.map((column) => ({ ...column, isSortable: true }));
const SKELETONS = tableItems<never>(8, [], new Set());
const seesAll = () => undefined;

/** Named values that switch features for everybody; what the page shows is all in the address. */
export function FeatureFlagsPage() {
  const flags = useFlags();
  const mayWrite = useCan('feature_flags:write');
  const address: Address = useSearch({ strict: false });
  const view = useMemo(() => readFlagsView(address), [address]);
  const navigate = useNavigate();
  const change = (next: Partial<FlagsView>) =>
    void navigate({ to: FLAGS_PATH, search: writeFlagsView({ ...view, ...next }) });
  const close = () => change({ flag: undefined, isAdding: false });
  const sorted = useMemo(
    () => sortFlags(flags.data ?? [], view.sortBy, view.isDescending),
    [flags.data, view.sortBy, view.isDescending],
  );
  const items = useMemo(
    () => (flags.data ? tableItems<never>(flags.data.length, [], new Set()) : SKELETONS),
    [flags.data],
  );
  const open = flags.data?.find(({ name }) => name === view.flag);
  const hasFailed = !flags.data && flags.error !== null;

  return (
    <Page
      title="Feature Flags"
      lead={
        mayWrite && (
          <ActionIcon aria-label="Add feature flag" title="Add feature flag" onClick={() => change({ isAdding: true })}>
            <IconPlus size={18} stroke={1.8} color="var(--ui-accent)" />
          </ActionIcon>
        )
      }
    >
      {hasFailed ? (
        <ErrorPanel message={errorMessage(flags.error)} onRetry={flags.refetch} />
      ) : (
        <DataTable<Flag, never>
          label="Feature flags"
          columns={COLUMNS}
          cardHeight={cardHeight(FLAG_COLUMNS)}
          items={items}
          resetKey={`${view.sortBy},${view.isDescending}`}
          rows={{
            at: (index) => sorted[index],
            id: ({ name }) => name,
            href: ({ name }) => FLAGS_PATH + writeAddress(writeFlagsView({ ...view, flag: name })),
            open: ({ name }) => change({ flag: name }),
            card: (flag) => <TableCard row={flag} columns={FLAG_COLUMNS} />,
          }}
          sort={{
            by: view.sortBy,
            isDescending: view.isDescending,
            change: (by, isDescending) => change({ sortBy: SORTS.find((each) => each === by) ?? 'name', isDescending }),
          }}
          onSight={seesAll}
          empty={
            <EmptyState
              icon={<IconFlag size={22} stroke={1.6} />}
              title="No data available"
              text="A flag named health.disable with the value true hides the health page from everybody."
              action={
                mayWrite && (
                  <Button variant="filled" onClick={() => change({ isAdding: true })}>
                    Add feature flag
                  </Button>
                )
              }
            />
          }
        />
      )}
      {open && <FlagDialog key={open.name} flag={open} all={sorted} mayWrite={mayWrite} onClose={close} />}
      {view.isAdding && mayWrite && flags.data && <FlagDialog all={sorted} mayWrite onClose={close} />}
    </Page>
  );
}
