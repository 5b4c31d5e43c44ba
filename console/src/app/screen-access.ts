import type { Feature } from '@watchroom/contract/features';
import type { Permission } from '@watchroom/contract/operation';
import type { Crumb } from './frame.ts';
import type { Screen } from './screen.ts';
import { MAIN_SCREENS, SETTINGS_SCREENS, useFeatures } from './screens.ts';
import { useSession } from './session.ts';

/** Viewers do not see the settings submenu, whatever else they may read. */
const SEE_SETTINGS: Permission = 'action:settings.see';

/** What decides over a screen: what the person may do, and what is switched on. */
export interface Rights {
  readonly can: (permission: Permission) => boolean;
  readonly isEnabled: (feature: Feature) => boolean;
}

interface Place {
  readonly screen: Screen;
  readonly trail: readonly Crumb[];
}

/** The screen at a path and what stands before it in the breadcrumb, or undefined where there is none. */
export function placeAt(pathname: string, main = MAIN_SCREENS, settings = SETTINGS_SCREENS): Place | undefined {
  const path = pathname.replace(/\/+$/, '');
  const all = [...main, ...settings];
  const own = all.find((each) => each.path === path);
  const screen = own ?? all.find((each) => each.loadItem && path.slice(0, path.lastIndexOf('/')) === each.path);
  if (!screen) return undefined;
  const group = settings.includes(screen) ? [{ title: 'Settings' }] : [];
  const parent = own ? [] : [{ title: screen.title, path: screen.path }];
  return { screen, trail: [...group, ...parent] };
}

/** The entries for a person: main screens in their order, settings by title. */
export function visibleScreens(
  rights: Rights,
  main = MAIN_SCREENS,
  settings = SETTINGS_SCREENS,
): { readonly main: readonly Screen[]; readonly settings: readonly Screen[] } {
  const isOpen = (screen: Screen) => accessTo(screen, rights) === 'open';
  const byTitle = (one: Screen, other: Screen) => one.title.localeCompare(other.title, 'en');
  return {
    main: main.filter(isOpen),
    settings: rights.can(SEE_SETTINGS) ? settings.filter(isOpen).sort(byTitle) : [],
  };
}

/** Whether the person may open a screen; `hidden` is answered like an address that does not exist. */
export function accessTo({ permission, feature }: Screen, rights: Rights): 'open' | 'unauthorized' | 'hidden' {
  if (feature !== undefined && !rights.isEnabled(feature)) return 'hidden';
  return rights.can(permission) ? 'open' : 'unauthorized';
}

/** Until it is known who is here, the main entries stand and the settings do not; `areKnown` is false until the flags have come. */
export function useRights(): Rights & { readonly areKnown: boolean } {
  const { session } = useSession();
  const features = useFeatures();
  return {
    can: session?.can ?? ((permission) => permission !== SEE_SETTINGS),
    isEnabled: features.isEnabled,
    areKnown: features.areKnown,
  };
}
