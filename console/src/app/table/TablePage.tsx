import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Address } from '../address.ts';
import { Page } from '../Page.tsx';
import classes from './table.module.css';
import { TableTabs } from './TableTabs.tsx';

interface Props {
  readonly title: string;
  /** One list, or several behind tabs. Each begins with its own defaults. */
  readonly lists: readonly { readonly id: string; readonly title: string; readonly content: ReactNode }[];
}

/** A page that is made of lists. */
export function TablePage({ title, lists }: Props) {
  const address: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const selected = lists.find(({ id }) => id === address['tab']) ?? lists[0];
  if (!selected) return null;
  return (
    <Page title={title}>
      {lists.length > 1 && (
        <div className={classes['pageTabs']}>
          <TableTabs
            label="Lists"
            tabs={lists}
            selected={selected.id}
            onSelect={(tab) => void navigate({ to: '.', search: tab === lists[0]?.id ? {} : { tab } })}
          />
        </div>
      )}
      {selected.content}
    </Page>
  );
}
