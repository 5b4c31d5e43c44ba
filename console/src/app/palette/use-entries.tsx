import { useDebouncedValue } from '@mantine/hooks';
import { useMantineColorScheme } from '@mantine/core';
import { type Icon, IconKeyboard, IconLayoutSidebar, IconLogout } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { StatusDot } from '@watchroom/ui';
import { parseAddress } from '../address.ts';
import { COLOR_SCHEMES } from '../color-schemes.ts';
import { useFrame } from '../frame.ts';
import { keepRecent, type Recent, recentPlaces } from '../recent.ts';
import { useRights, visibleScreens } from '../screen-access.ts';
import type { Screen } from '../screen.ts';
import { useSession } from '../session.ts';
import { isComplete, type PaletteEntry, RECENT } from './match-entries.ts';
import { useFound } from './use-found.ts';

/** Specification 1, section 9: the debounce of pickers. */
const PAUSE = 300;
const ACTIONS = 'Actions';

interface Offered {
  /** Unfiltered; groups in the order of their first entries. */
  readonly entries: readonly PaletteEntry[];
  /** False while something may still be found for the text. */
  readonly isComplete: boolean;
}

/** Everything that the palette can offer to this person for a text. */
export function usePaletteEntries(text: string): Offered {
  const rights = useRights();
  const { main, settings } = visibleScreens(rights);
  const open = useOpen();
  const actions = useActions();
  const screens = [...main, ...settings];
  const [asked] = useDebouncedValue(text, PAUSE);
  const { found, isAnswered } = useFound(asked, screens);

  const screenEntry = (screen: Screen, group: string): PaletteEntry => ({
    id: screen.path,
    group,
    title: screen.title,
    icon: iconOf(screen.icon),
    run: () => open({ path: screen.path }),
  });
  const recent = recentPlaces().flatMap((place): PaletteEntry[] => {
    const screen = screens.find(({ path }) => path === place.path);
    if (!screen) return [];
    const { item } = place;
    if (!item) return [screenEntry(screen, RECENT)];
    return [{ id: item.id, group: RECENT, title: item.title, icon: iconOf(screen.icon), run: () => open(place) }];
  });
  const entries = [
    ...recent,
    ...main.map((screen) => screenEntry(screen, 'Pages')),
    ...settings.map((screen) => screenEntry(screen, 'Settings')),
    ...found.map(
      ({ screen, found: { health, ...item } }): PaletteEntry => ({
        id: item.id,
        group: screen.finder?.title ?? screen.title,
        title: item.title,
        icon: health ? <StatusDot health={health} label={health} /> : iconOf(screen.icon),
        run: () => open({ path: screen.path, item }),
      }),
    ),
    ...screens
      .flatMap(({ path, actions: offered = [], actionFor }) => {
        const found = actionFor?.find(text);
        return [...offered, ...(actionFor && found ? [{ ...actionFor, ...found }] : [])]
          .filter(({ permission }) => rights.can(permission))
          .map(({ title, icon, search }) => ({ path, search, title, icon }));
      })
      .map(
        ({ path, search, title, icon }): PaletteEntry => ({
          id: `${path} ${title}`,
          group: ACTIONS,
          title,
          icon: iconOf(icon),
          run: () => open({ path }, search),
        }),
      ),
    ...actions,
  ];
  return { entries, isComplete: isComplete({ typed: text, asked, isAnswered }) };
}

/** Goes to a place and remembers it; on the screen itself its filters stay. */
function useOpen() {
  const navigate = useNavigate();
  const here = useLocation();
  return (place: Recent, action?: Readonly<Record<string, string>>) => {
    if (!action) keepRecent(place);
    const added = action ?? place.item?.search;
    const stays = here.pathname === place.path && added !== undefined;
    // A form that is open there gives way.
    const { add: _add, target: _target, edit: _edit, ...kept } = parseAddress(stays ? here.searchStr : '');
    void navigate({ to: place.path, search: { ...kept, ...added } });
  };
}

function useActions(): readonly PaletteEntry[] {
  const { openKeys, sidebar, signOut } = useFrame();
  const { setColorScheme } = useMantineColorScheme();
  const { session } = useSession();
  const action = (title: string, icon: Icon, run: () => void): PaletteEntry => ({
    id: title,
    group: ACTIONS,
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
    action('Show keyboard shortcuts', IconKeyboard, openKeys),
    ...(session?.person ? [action('Sign out', IconLogout, signOut)] : []),
  ];
}

function iconOf(Shown: Icon) {
  return <Shown size={16} stroke={1.6} aria-hidden />;
}
