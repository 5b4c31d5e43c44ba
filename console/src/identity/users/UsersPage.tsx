import { useMediaQuery } from '@mantine/hooks';
import { useCan } from '../../app/session.ts';
import { TableList } from '../../app/table/TableList.tsx';
import { TablePage } from '../../app/table/TablePage.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { USERS, USERS_WITH_ACTIONS } from './users-list.tsx';

/** Who may sign in: invited, edited and deleted by those who may write. */
export function UsersPage() {
  const mayWrite = useCan('identities:write');
  // There a card is one link, which holds no menu; what the menu offers stands in the dialog.
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const list = mayWrite && !isPhone ? USERS_WITH_ACTIONS : USERS;
  return (
    <TablePage
      title="Users"
      add={{
        title: 'Invite User',
        permission: 'identities:write',
        dialog: (onClose) => <InviteDialog onClose={onClose} />,
      }}
      lists={[{ id: 'users', title: 'Users', content: (action) => <TableList list={list} action={action} /> }]}
    />
  );
}
