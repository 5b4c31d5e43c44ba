import { ROLES } from '@watchroom/contract/identity';
import { RelativeTime, StatusWord } from '@watchroom/ui';
import { CutText } from '../../app/resources/resource-columns.tsx';
import { initials } from '../../app/initials.ts';
import { defineList } from '../../app/table/table-shape.ts';
import { UserActions } from './UserActions.tsx';
import { UserDialog } from './UserDialog.tsx';
import { USER_COLUMNS } from './user.ts';
import { STATE_OPTIONS, wordOfState } from './user-words.ts';
import classes from './users.module.css';

const yesOrNo = (is: boolean | null) => (is ? 'Yes' : <span className={classes['none']}>No</span>);

/** Everybody who may sign in, or is invited to. A row opens the user. */
export const USERS = defineList({
  label: 'Users',
  nouns: 'users',
  from: 'identities',
  select: USER_COLUMNS,
  key: 'id',
  search: { columns: ['name', 'email'], placeholder: 'Search by name or email' },
  filters: [
    {
      type: 'choices',
      id: 'role',
      title: 'Role',
      options: ROLES.map((value) => ({ value, label: value })),
    },
    { type: 'choices', id: 'account_state', title: 'State', options: STATE_OPTIONS },
  ],
  isSelectable: true,
  sort: { by: 'name', isDescending: false },
  pageSize: 100,
  openAs: 'user',
  columns: [
    {
      id: 'name',
      title: 'Name',
      width: 'minmax(180px, 1.4fr)',
      cell: ({ name }) => (
        <span className={classes['person']}>
          <span className={classes['face']} aria-hidden>
            {initials(name ?? '')}
          </span>
          <span className={`ui-cut ${classes['name']}`} title={name ?? undefined}>
            {name}
          </span>
        </span>
      ),
    },
    { id: 'email', title: 'Email', width: 'minmax(160px, 1.4fr)', cell: ({ email }) => <CutText text={email} /> },
    {
      id: 'role',
      title: 'Roles',
      width: 'minmax(110px, 0.8fr)',
      cell: ({ roles }) => <Roles roles={roles ?? []} />,
    },
    {
      id: 'account_state',
      title: 'State',
      width: 'minmax(90px, 0.5fr)',
      isBadge: true,
      cell: ({ account_state: state }) => <StatusWord {...wordOfState(state ?? '')} />,
    },
    {
      id: 'created_at',
      title: 'Created At',
      width: 'minmax(84px, 0.5fr)',
      align: 'right',
      cell: ({ created_at: time }) => <RelativeTime time={time} />,
    },
    {
      id: 'email_verified',
      title: 'Verified',
      width: 'minmax(70px, 0.4fr)',
      isOptional: true,
      cell: (user) => yesOrNo(user.email_verified),
    },
    {
      id: 'second_factor',
      title: 'Second factor',
      width: 'minmax(100px, 0.5fr)',
      isOptional: true,
      cell: (user) => yesOrNo(user.second_factor),
    },
    {
      id: 'last_login',
      title: 'Last login',
      width: 'minmax(84px, 0.5fr)',
      align: 'right',
      isOptional: true,
      cell: ({ last_login: time }) => <RelativeTime time={time} />,
    },
  ],
  empty: 'People who may sign in appear here with their roles. Invite someone to begin.',
  dialog: (user, onClose) => <UserDialog key={user.id} user={user} onClose={onClose} />,
});

/** With a menu in each row, for those who may write. */
export const USERS_WITH_ACTIONS: typeof USERS = {
  ...USERS,
  columns: [
    ...USERS.columns,
    {
      id: 'actions',
      title: 'Actions',
      width: 'minmax(64px, 0.2fr)',
      align: 'right',
      isUnsorted: true,
      cell: (user) => <UserActions user={user} />,
    },
  ],
};

function Roles({ roles }: { readonly roles: readonly string[] }) {
  if (roles.length === 0)
    return (
      <span className={`${classes['role']} ${classes['assumed']}`} title="Has no role, so counts as a viewer">
        viewer
      </span>
    );
  return (
    <span className={classes['roles']} title={roles.join(', ')}>
      {roles.map((role) => (
        <span key={role} className={classes['role']}>
          {role}
        </span>
      ))}
    </span>
  );
}
