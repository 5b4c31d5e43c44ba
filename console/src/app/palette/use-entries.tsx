import { useDebouncedValue } from '@mantine/hooks';
import { useMantineColorScheme } from '@mantine/core';
import { type Icon, IconKeyboard, IconLayoutSidebar, IconLogout } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { type Health, StatusDot } from '@watchroom/ui';
import { parseAddress } from '../address.ts';
import { COLOR_SCHEMES } from '../color-schemes.ts';
import { useFrame } from '../frame.ts';
import { keepRecent, type Recent, recentPlaces } from '../recent.ts';
import { useRights, visibleScreens } from '../screen-access.ts';
import type { Screen } from '../screen.ts';
import { useSession } from '../session.ts';
import { signOut } from '../sign-out.ts';
import { useFoundChecks } from './find-checks.ts';
import type { PaletteEntry } from './match-entries.ts';

/** Specification 1, section 9: the debounce of pickers. */
const PAUSE = 300;
const CHECKS_AT = '/health';

/** Everything that the palette can offer to this person for a text, unfiltered. */
export function usePaletteEntries(text: string): readonly PaletteEntry[] {
  const rights = useRights();
  const { main, settings } = visibleScreens(rights);
  const open = useOpen();
  const actions = useActions();
  const healthScreen = main.find(({ path }) => path === CHECKS_AT);
  const [asked] = useDebouncedValue(text, PAUSE);
  const found = useFoundChecks(asked, healthScreen !== undefined).data ?? [];
  const screens = [...main, ...settings];

  const screenEntry = (screen: Screen, group: PaletteEntry['group']): PaletteEntry => ({
    id: screen.path,
    group,
    title: screen.title,
    icon: iconOf(screen.icon),
    run: () => open({ kind: 'screen', path: screen.path }),
  });
  const recent = recentPlaces().flatMap((place): PaletteEntry[] => {
    const screen = screens.find(({ path }) => path === (place.kind === 'screen' ? place.path : CHECKS_AT));
    if (!screen) return [];
    if (place.kind === 'screen') return [screenEntry(screen, 'Recent')];
    return [{ id: place.id, group: 'Recent', title: place.name, icon: iconOf(screen.icon), run: () => open(place) }];
  });
  return [
    ...recent,
    ...main.map((screen) => screenEntry(screen, 'Pages')),
    ...settings.map((screen) => screenEntry(screen, 'Settings')),
    ...found.map(
      ({ id, name, status }): PaletteEntry => ({
        id,
        group: 'Checks',
        title: name,
        icon: <StatusDot health={healthOf(status)} label={healthOf(status)} />,
        run: () => open({ kind: 'check', id, name }),
      }),
    ),
    ...screens
      .flatMap(({ path, actions: offered = [] }) =>
        offered
          .filter(({ permission }) => rights.can(permission))
          .map(({ title, icon, search }) => ({ path, search, title, icon })),
      )
      .map(
        ({ path, search, title, icon }): PaletteEntry => ({
          id: `${path} ${title}`,
          group: 'Actions',
          title,
          icon: iconOf(icon),
          run: () => open({ kind: 'screen', path }, search),
        }),
      ),
    ...actions,
  ];
}

/** Goes to a place and remembers it; on the screen itself its filters stay. */
function useOpen() {
  const navigate = useNavigate();
  const here = useLocation();
  return (place: Recent, search: Readonly<Record<string, string>> = {}) => {
    const to = place.kind === 'screen' ? place.path : CHECKS_AT;
    const added = place.kind === 'screen' ? search : { checkId: place.id };
    const isAction = Object.keys(search).length > 0;
    if (!isAction) keepRecent(place);
    const stays = here.pathname === to && (isAction || place.kind === 'check');
    // A form that is open there gives way.
    const { add: _add, edit: _edit, ...kept } = parseAddress(stays ? here.searchStr : '');
    void navigate({ to, search: { ...kept, ...added } });
  };
}

function useActions(): readonly PaletteEntry[] {
  const { openKeys, sidebar } = useFrame();
  const { setColorScheme } = useMantineColorScheme();
  const { session } = useSession();
  const action = (title: string, icon: Icon, run: () => void): PaletteEntry => ({
    id: title,
    group: 'Actions',
    title,
    icon: iconOf(icon),
    run,
  });
  const toggle = sidebar?.toggle;
  return [
    ...(sidebar && toggle
      ? [action(sidebar.isCollapsed ? 'Expand the sidebar' : 'Collapse the sidebar', IconLayoutSidebar, toggle)]
      : []),
    ...COLOR_SCHEMES.map(({ value, title, icon }) => action(`Theme: ${title}`, icon, () => setColorScheme(value))),
    action('Show the keys', IconKeyboard, openKeys),
    ...(session?.person ? [action('Sign out', IconLogout, () => void signOut())] : []),
  ];
}

function iconOf(Shown: Icon) {
  return <Shown size={16} stroke={1.6} aria-hidden />;
}

function healthOf(status: string | null): Health {
  return status === 'healthy' || status === 'unhealthy' || status === 'warning' ? status : 'unknown';
}
