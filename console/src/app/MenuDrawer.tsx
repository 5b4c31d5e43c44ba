import { Drawer } from '@mantine/core';
import { useState } from 'react';
import { useOpener } from './opener.ts';
import { Sidebar } from './Sidebar.tsx';

interface Props {
  readonly onClose: () => void;
  readonly onSearch: () => void;
}

/** The sidebar of a phone. Loaded when it is first opened. */
export function MenuDrawer({ onClose, onSearch }: Props) {
  const [isOpen, setOpen] = useState(true);
  const giveFocusBack = useOpener();
  // After a choice the new page has the focus, not the button of the menu.
  const leave = () => setOpen(false);
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={() => {
        setOpen(false);
        giveFocusBack();
      }}
      onExitTransitionEnd={onClose}
      returnFocus={false}
      size={264}
      padding={0}
      transitionProps={{ duration: 140 }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <Sidebar
          isCollapsed={false}
          onNavigate={leave}
          onSearch={() => {
            leave();
            onSearch();
          }}
        />
      </Drawer.Content>
    </Drawer.Root>
  );
}
