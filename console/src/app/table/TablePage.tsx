import { ActionIcon, Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { Permission } from '@watchroom/contract/operation';
import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { LinkTabs } from '@watchroom/ui';
import type { ReactNode } from 'react';
import { type Address, writeAddress } from '../address.ts';
import { Page } from '../Page.tsx';
import { useCan } from '../session.ts';
import classes from './table.module.css';

/** What a page of lists can add; `add` in the address opens it. */
export interface TableAdd {
  /** On the button, for example `Add feature flag`. */
  readonly title: string;
  readonly permission: Permission;
  readonly dialog: (onClose: () => void) => ReactNode;
}

interface Props {
  readonly title: string;
  /** One list, or several behind tabs. Each begins with its own defaults. */
  readonly lists: readonly {
    readonly id: string;
    readonly title: string;
    /** Given the button that adds, for a list that is empty. */
    readonly content: (action: ReactNode) => ReactNode;
  }[];
  readonly add?: TableAdd;
}

/** A page that is made of lists. */
export function TablePage({ title, lists, add }: Props) {
  const address: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const path = useLocation({ select: ({ pathname }) => pathname });
  const selected = lists.find(({ id }) => id === address['tab']) ?? lists[0];
  const { opener, action, dialog } = useAdd(add, address['add'] !== undefined);
  if (!selected) return null;
  const addressOf = (tab: string): Address => (tab === lists[0]?.id ? {} : { tab });
  return (
    <Page title={title} lead={opener}>
      {lists.length > 1 && (
        <div className={classes['pageTabs']}>
          <LinkTabs
            label="Lists"
            tabs={lists}
            selected={selected.id}
            hrefOf={(tab) => path + writeAddress(addressOf(tab))}
            onSelect={(tab) => void navigate({ to: '.', search: addressOf(tab) })}
          />
        </div>
      )}
      {selected.content(action)}
      {dialog}
    </Page>
  );
}

const NOTHING = { opener: undefined, action: undefined, dialog: undefined };

/** The button beside the title, the one in an empty list, and what they open; nothing for who may not add. */
function useAdd(add: TableAdd | undefined, isOpen: boolean) {
  const navigate = useNavigate();
  const mayAdd = useCan(add?.permission ?? '');
  if (!add || !mayAdd) return NOTHING;
  const open = () => void navigate({ to: '.', search: (now: Address) => ({ ...now, add: 'any' }) });
  const close = () => void navigate({ to: '.', search: ({ add: _, ...now }: Address) => now });
  return {
    opener: (
      <ActionIcon aria-label={add.title} title={add.title} onClick={open}>
        <IconPlus size={18} stroke={1.8} color="var(--ui-accent)" />
      </ActionIcon>
    ),
    action: (
      <Button variant="filled" onClick={open}>
        {add.title}
      </Button>
    ),
    dialog: isOpen && add.dialog(close),
  };
}
