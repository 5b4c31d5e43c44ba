import { lazy } from 'react';
import { mergeScreens } from './merge-screens.ts';
import type { RoomParts } from './room-parts.ts';
import { roomScreens } from './screens.generated.ts';
import type { AccountEntry, PlainPage, Redirect, Screen } from './screen.ts';

const merged = mergeScreens(roomScreens);

/** The main entries of the sidebar, in order. */
export const MAIN_SCREENS: readonly Screen[] = merged.main;

/** The settings submenu; the sidebar sorts it by title. */
export const SETTINGS_SCREENS: readonly Screen[] = merged.settings;

/** Pages without an entry in the sidebar. */
export const PAGES: readonly PlainPage[] = merged.pages;

export const REDIRECTS: readonly Redirect[] = merged.redirects;

/** What the menu of the account offers to a person who is signed in. */
export const ACCOUNT_ENTRIES: readonly AccountEntry[] = merged.account;

/** Ends the session. @throws ApiError */
export const endSession = async (): Promise<void> => merged.endSession?.();

/** Which features are switched on. */
export const { useFeatures } = merged;

const resourceTabs = merged.resourceTabs.map(({ id, title, load }) => ({
  id,
  title,
  Content: lazy(async () => ({ default: await load() })),
}));

/** What the rooms add to lists and resources; loaded beside a page, so that nothing jumps when it comes. */
export async function loadRoomParts(): Promise<RoomParts> {
  const menus = merged.listMenus.map(async ({ id, load }) => ({ id, Menu: await load() }));
  return { listMenus: await Promise.all(menus), resourceTabs };
}
