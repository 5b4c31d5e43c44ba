import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { Outlet, useMatches, useRouter } from '@tanstack/react-router';
import { ErrorPanel, usePageKeys } from '@watchroom/ui';
import { lazy, Suspense, useEffect, useMemo } from 'react';
import { writeAddress } from './address.ts';
import { ApiError, errorMessage } from './api-error.ts';
import { useChangeStream } from './changes.ts';
import { useConnectionNotice } from './connection-notice.ts';
import { FrameContext, PAGE_CONTENT } from './frame.ts';
import { leaveTo } from './leave.ts';
import { usePaletteKey } from './palette-key.ts';
import { placeAt } from './screen-access.ts';
import { ScreenGate } from './ScreenGate.tsx';
import { ACCOUNT_ENTRIES } from './screens.ts';
import classes from './shell.module.css';
import { useSession } from './session.ts';
import { Sidebar } from './Sidebar.tsx';
import { useSidebarWidth } from './sidebar-width.ts';
import { signOut } from './sign-out.ts';

const MenuDrawer = lazy(() => import('./MenuDrawer.tsx').then((file) => ({ default: file.MenuDrawer })));
const KeysDialog = lazy(() => import('./KeysDialog.tsx').then((file) => ({ default: file.KeysDialog })));
const Palette = lazy(() => import('./palette/Palette.tsx').then((file) => ({ default: file.Palette })));

/** Whether the server is not there yet to say who is here. */
function isUnready(error: Error | null): boolean {
  return error instanceof ApiError && (error.code === 'unavailable' || error.code === 'not_found');
}

/** Sidebar and page. On a phone the sidebar is a drawer behind the menu button of the top bar. */
export function Shell() {
  const { session, error, retry } = useSession();
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [isMenuOpen, menu] = useDisclosure(false);
  const [areKeysOpen, keys] = useDisclosure(false);
  const [isPaletteOpen, palette] = useDisclosure(false);
  const { isCollapsed, toggle } = useSidebarWidth();
  const place = placeAt(useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' }));
  useFocusOnArrival();
  usePaletteKey(palette.toggle);
  usePageKeys((key) => {
    if (key === '?') keys.open();
    return key === '?';
  });
  const openMenu = isPhone ? menu.open : undefined;
  const openKeys = keys.open;
  const trail = useMemo(() => place?.trail ?? [], [place?.trail]);
  const { title = '', guide: href } = place?.screen ?? {};
  const guide = useMemo(() => (href ? { title, href } : undefined), [title, href]);
  const frame = useMemo(
    () => ({
      openMenu,
      openKeys,
      account: ACCOUNT_ENTRIES,
      signOut: () => void signOut(),
      guide,
      trail,
      sidebar: isPhone ? undefined : { isCollapsed, toggle },
    }),
    [openMenu, openKeys, guide, trail, isPhone, isCollapsed, toggle],
  );
  const isNotReady = isUnready(error);
  useEffect(() => {
    // That page says so, and comes back when the server is there (specification 1, section 4).
    if (!isNotReady) return;
    leaveTo(
      `/auth-state-checker${writeAddress({ return_to: location.pathname + location.search, reason: 'unready' })}`,
    );
  }, [isNotReady]);
  if (isNotReady) return null;
  if (error)
    return (
      <main>
        <h1 className="ui-hidden">Watchroom</h1>
        <ErrorPanel
          {...(error instanceof ApiError && error.code === 'internal' && { title: 'The server has a problem' })}
          message={errorMessage(error)}
          onRetry={retry}
        />
      </main>
    );
  return (
    <FrameContext value={frame}>
      <div className={classes['frame']}>
        <a
          className={classes['skip']}
          href={`#${PAGE_CONTENT}`}
          onClick={(event) => {
            event.preventDefault();
            document.getElementById(PAGE_CONTENT)?.focus();
          }}
        >
          Skip to content
        </a>
        {!isPhone && <Sidebar isCollapsed={isCollapsed} onToggle={toggle} onSearch={palette.open} />}
        <div className={classes['page']}>
          <ScreenGate screen={place?.screen}>
            <Outlet />
          </ScreenGate>
        </div>
      </div>
      <Suspense>
        {isPhone && isMenuOpen && <MenuDrawer onClose={menu.close} onSearch={palette.open} />}
        {areKeysOpen && <KeysDialog onClose={keys.close} />}
        {isPaletteOpen && <Palette onClose={palette.close} />}
      </Suspense>
      {session && <ChangeStream />}
    </FrameContext>
  );
}

/** On another page the focus goes to its title, so that a screen reader says where it is. */
function useFocusOnArrival(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) document.querySelector<HTMLElement>('h1[tabindex]')?.focus();
      }),
    [router],
  );
}

function ChangeStream() {
  useChangeStream();
  useConnectionNotice();
  return null;
}
