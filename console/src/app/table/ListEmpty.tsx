import { Button } from '@mantine/core';
import { EmptyState } from '@watchroom/ui';
import type { ReactNode } from 'react';
import { isFiltered, type ListState } from './table-address.ts';
import type { ListShape } from './table-shape.ts';
import type { ChangeList } from './table-state.ts';

interface Props {
  readonly list: ListShape & { readonly nouns?: string; readonly emptyTitle?: string; readonly empty: string };
  readonly state: ListState;
  readonly change: ChangeList;
  /** The button that puts the first row there. */
  readonly action: ReactNode;
}

/** Says why there are no rows: nothing matches, or there is nothing yet, and what would be here. */
export function ListEmpty({ list, state, change, action }: Props) {
  const isHeldBack = isFiltered({ ...state, range: undefined });
  return (
    <EmptyState
      title={list.emptyTitle ?? 'No data available'}
      text={isFiltered(state) ? `No ${list.nouns ?? 'rows'} match these filters.` : list.empty}
      action={
        isHeldBack ? (
          <Button onClick={() => change({ choices: {}, least: {}, query: '' })}>Clear filters</Button>
        ) : (
          action
        )
      }
    />
  );
}
