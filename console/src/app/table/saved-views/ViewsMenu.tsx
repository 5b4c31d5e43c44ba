import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { PanelMenu } from '@watchroom/ui';
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
    <PanelMenu
      label="Saved views"
      target={
        <Button leftSection={<IconBookmark size={16} />}>
          <span className={`ui-cut ${classes['applied']}`}>{views.applied?.name ?? 'Views'}</span>
          {views.isChanged && <span className={classes['changed']}>changed</span>}
        </Button>
      }
      className={menu['menu']}
      isOpen={isOpen}
      onChange={setOpen}
    >
      <ViewsPanel views={views} onDone={() => setOpen(false)} />
    </PanelMenu>
  );
}
