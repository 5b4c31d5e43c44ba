import { Button, Popover } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { useState } from 'react';
import type { Columns } from '../columns/use-columns.ts';
import menu from '../table-menu.module.css';
import type { ListShape } from '../table-shape.ts';
import { useViews } from './use-views.ts';
import classes from './views.module.css';
import { ViewsPanel } from './ViewsPanel.tsx';

interface Props<Row> {
  readonly list: ListShape & { readonly label: string };
  readonly columns: Columns<Row>;
}

/** The saved views of a page: to choose, save, update and delete them. The button names the one that is chosen. */
export function ViewsMenu<Row>({ list, columns }: Props<Row>) {
  const [isOpen, setOpen] = useState(false);
  const views = useViews(list, columns, isOpen);
  if (views.me === undefined) return null;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-end"
      withinPortal={false}
      floatingStrategy="fixed"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button leftSection={<IconBookmark size={16} />} onClick={() => setOpen(!isOpen)}>
          <span className={`ui-cut ${classes['applied']}`}>{views.applied?.name ?? 'Views'}</span>
          {views.isChanged && <span className={classes['changed']}>changed</span>}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={menu['menu'] ?? ''} aria-label="Saved views">
        <ViewsPanel views={views} onDone={() => setOpen(false)} />
      </Popover.Dropdown>
    </Popover>
  );
}
