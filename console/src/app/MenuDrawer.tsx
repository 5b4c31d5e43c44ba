import { Drawer } from '@mantine/core';
import { useState } from 'react';
import { Sidebar } from './Sidebar.tsx';

/** The sidebar of a phone. Loaded when it is first opened. */
export function MenuDrawer({ onClose }: { readonly onClose: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const close = () => setOpen(false);
  return (
    <Drawer.Root
      opened={isOpen}
      onClose={close}
      onExitTransitionEnd={onClose}
      size={264}
      padding={0}
      transitionProps={{ duration: 140 }}
    >
      <Drawer.Overlay />
      <Drawer.Content aria-label="Menu">
        <Sidebar isCollapsed={false} onNavigate={close} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
