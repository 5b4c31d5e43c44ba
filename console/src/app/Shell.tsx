import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Outlet } from '@tanstack/react-router';
import { ErrorPanel, usePageKeys } from '@watchroom/ui';
import { lazy, Suspense, useMemo } from 'react';
import { errorMessage } from './api-error.ts';
import { useChangeStream } from './changes.ts';
import { FrameContext } from './frame.ts';
import classes from './shell.module.css';
import { useSession } from './session.ts';
import { Sidebar } from './Sidebar.tsx';
import { useSidebarWidth } from './sidebar-width.ts';

const MenuDrawer = lazy(() => import('./MenuDrawer.tsx').then((file) => ({ default: file.MenuDrawer })));
const KeysDialog = lazy(() => import('./KeysDialog.tsx').then((file) => ({ default: file.KeysDialog })));

/** Sidebar and page. On a phone the sidebar is a drawer behind the menu button of the top bar. */
export function Shell() {
  const { session, error, retry } = useSession();
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [isMenuOpen, menu] = useDisclosure(false);
  const [areKeysOpen, keys] = useDisclosure(false);
  const width = useSidebarWidth();
  const openMenu = isPhone ? menu.open : undefined;
  usePageKeys((key) => {
    if (key === '?') keys.open();
    return key === '?';
  });
  const openKeys = keys.open;
  const frame = useMemo(() => ({ openMenu, openKeys }), [openMenu, openKeys]);
  if (error)
    return (
      <main>
        <ErrorPanel message={errorMessage(error)} onRetry={retry} />
      </main>
    );
  return (
    <FrameContext value={frame}>
      <div className={classes['frame']}>
        <a className={classes['skip']} href="#page">
          Skip to the page
        </a>
        {!isPhone && <Sidebar isCollapsed={width.isCollapsed} onToggle={width.toggle} />}
        <div className={classes['page']} id="page" tabIndex={-1}>
          <Outlet />
        </div>
      </div>
      <Suspense>
        {isPhone && isMenuOpen && <MenuDrawer onClose={menu.close} />}
        {areKeysOpen && <KeysDialog onClose={keys.close} />}
      </Suspense>
      {session && <ChangeStream />}
    </FrameContext>
  );
}

function ChangeStream() {
  useChangeStream();
  return null;
}
