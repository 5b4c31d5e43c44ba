import { roomScreens } from './screens.generated.ts';
import type { RoomScreens, Screen } from './screen.ts';

const declared: readonly RoomScreens[] = roomScreens;

/** The main entries of the sidebar, in order. */
export const MAIN_SCREENS: readonly Screen[] = declared
  .flatMap(({ main = [] }) => main)
  .toSorted((one, other) => one.order - other.order);

/** The settings submenu; the sidebar sorts it by title. */
export const SETTINGS_SCREENS: readonly Screen[] = declared.flatMap(({ settings = [] }) => settings);
