import { ActionIcon, Button } from '@mantine/core';
import { IconDotsVertical, IconPlus, IconUserMinus, IconUsersPlus } from '@tabler/icons-react';
import { DropMenu, EmptyState, ErrorPanel, Skeleton } from '@watchroom/ui';
import { useState } from 'react';
import { errorMessage } from '../../app/api-error.ts';
import { initials } from '../../app/initials.ts';
import { AddMembersDialog } from './AddMembersDialog.tsx';
import { useMembers, useRemoveMember } from './api.ts';
import classes from './members.module.css';

interface Props {
  /** Id of the team. */
  readonly team: string;
  readonly mayWrite: boolean;
}

/** Who is in a team. */
export function TeamMembers({ team, mayWrite }: Props) {
  const members = useMembers(team);
  const remove = useRemoveMember(team);
  const [isAdding, setAdding] = useState(false);
  const add = (
    <Button variant="filled" leftSection={<IconPlus size={15} />} onClick={() => setAdding(true)}>
      Add Members
    </Button>
  );
  const dialog = isAdding && (
    <AddMembersDialog team={team} members={members.data ?? []} onClose={() => setAdding(false)} />
  );
  if (members.isError && !members.data)
    return <ErrorPanel message={errorMessage(members.error)} onRetry={() => void members.refetch()} />;
  if (!members.data)
    return (
      <div className={classes['panel']} aria-busy="true">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height="40px" />
        ))}
      </div>
    );
  if (members.data.length === 0)
    return (
      <>
        <EmptyState
          icon={<IconUsersPlus size={22} stroke={1.6} />}
          title="Add team members"
          text="You haven't added any team members to the team yet."
          action={mayWrite && add}
        />
        {dialog}
      </>
    );
  return (
    <div className={classes['panel']}>
      {mayWrite && <div className={classes['actions']}>{add}</div>}
      <ul className={classes['list']} aria-label="Members">
        {members.data.map((person) => (
          <li key={person.id} className={classes['member']}>
            <span className={classes['face']} aria-hidden>
              {initials(person.name)}
            </span>
            <span className={classes['words']}>
              <span className={`ui-cut ${classes['name']}`} title={person.name}>
                {person.name}
              </span>
              <span className={`ui-cut ${classes['email']}`} title={person.email ?? undefined}>
                {person.email}
              </span>
            </span>
            {mayWrite && (
              <DropMenu
                label={`Actions for ${person.name}`}
                target={
                  <ActionIcon aria-label={`Actions for ${person.name}`}>
                    <IconDotsVertical size={16} stroke={1.6} />
                  </ActionIcon>
                }
                entries={[
                  {
                    id: 'remove',
                    title: 'Remove user',
                    icon: <IconUserMinus size={16} stroke={1.6} aria-hidden />,
                    isDisabled: remove.isPending,
                    select: () => remove.mutate(person),
                  },
                ]}
              />
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </div>
  );
}
