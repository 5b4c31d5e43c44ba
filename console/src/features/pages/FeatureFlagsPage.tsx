import { useCan } from '../../app/session.ts';
import { LocalList } from '../../app/table/LocalList.tsx';
import { TablePage } from '../../app/table/TablePage.tsx';
import type { ListLooks } from '../../app/table/table-shape.ts';
import { useFlags } from '../api.ts';
import { FLAG_COLUMNS } from '../components/flag-columns.tsx';
import { FlagDialog } from '../components/FlagDialog.tsx';
import type { Flag } from '../flags.ts';

const FLAGS: ListLooks<Flag> = {
  label: 'Feature flags',
  nouns: 'flags',
  key: 'name',
  columns: FLAG_COLUMNS,
  search: { columns: ['name', 'value', 'description'], placeholder: 'Search by name, value or description' },
  filters: [
    { type: 'choices', id: 'source', title: 'Source', options: 'rows' },
    { type: 'choices', id: 'createdBy', title: 'Created By', options: 'rows' },
  ],
  groupBy: [{ id: 'source', title: 'source', value: ({ source }) => source }],
  sort: { by: 'name', isDescending: false },
  pageSize: 150,
  openAs: 'flag',
  dialog: (flag, onClose) => <FlagForm key={flag.name} flag={flag} onClose={onClose} />,
  empty: 'A flag named health.disable with the value true hides the health page from everyone.',
};

/** Named values that switch features for everybody; what the page shows is all in the address. */
export function FeatureFlagsPage() {
  const flags = useFlags();
  return (
    <TablePage
      title="Feature Flags"
      add={{
        title: 'Add feature flag',
        permission: 'feature_flags:write',
        dialog: (onClose) => <FlagForm onClose={onClose} />,
      }}
      lists={[
        { id: 'flags', title: 'Flags', content: (action) => <LocalList list={FLAGS} rows={flags} action={action} /> },
      ]}
    />
  );
}

function FlagForm({ flag, onClose }: { readonly flag?: Flag; readonly onClose: () => void }) {
  const { data } = useFlags();
  const mayWrite = useCan('feature_flags:write');
  return data && <FlagDialog {...(flag && { flag })} all={data} mayWrite={mayWrite} onClose={onClose} />;
}
