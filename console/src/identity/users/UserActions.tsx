import { ActionIcon } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { DropMenu } from '@watchroom/ui';
import { useState } from 'react';
import type { Address } from '../../app/address.ts';
import { PAGE_CONTENT } from '../../app/frame.ts';
import { DeleteUser } from './DeleteUser.tsx';
import type { User } from './user.ts';

/** What may be done with the user of a row. */
export function UserActions({ user: { id, name } }: { readonly user: User }) {
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const label = `Actions for ${name}`;
  return (
    // A press on the menu or in the question is none on the row around them.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events -- it only stops what its own controls do
    <span onClick={(event) => event.stopPropagation()}>
      <DropMenu
        label={label}
        within={`#${PAGE_CONTENT}`}
        target={
          <ActionIcon size={28} aria-label={label}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        }
        entries={[
          {
            id: 'edit',
            title: 'Edit User',
            icon: <IconPencil size={16} stroke={1.6} aria-hidden />,
            select: () => void navigate({ to: '.', search: (now: Address) => ({ ...now, user: id }) }),
          },
          {
            id: 'delete',
            title: 'Delete',
            icon: <IconTrash size={16} stroke={1.6} aria-hidden />,
            select: () => setAsking(true),
          },
        ]}
      />
      {isAsking && <DeleteUser id={id} name={name ?? ''} onClose={() => setAsking(false)} />}
    </span>
  );
}
