import { Button } from '@mantine/core';
import { IconBookmark } from '@tabler/icons-react';
import { PanelMenu } from '@watchroom/ui';
import { useState } from 'react';
import type { ListMenuProps } from '../../app/room-parts.ts';
import menu from '../../app/table/table-menu.module.css';
import { useViews } from './use-views.ts';
import classes from './views.module.css';
import { ViewsPanel } from './ViewsPanel.tsx';

/** The saved views of a page: to choose, save, update and delete them. The button names the one that is chosen. */
export function ViewsMenu({ list, columns }: ListMenuProps) {
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
