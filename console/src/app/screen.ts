import type { Icon } from '@tabler/icons-react';
import type { Feature } from '@watchroom/contract/features';
import type { Permission } from '@watchroom/contract/operation';
import type { Health } from '@watchroom/ui';
import type { ComponentType } from 'react';
import type { ListMenu, RoomTab } from './room-parts.ts';

/** A screen of the console: its route, its entry in the sidebar and its line in the palette come from this alone. */
export interface Screen {
  readonly path: `/${string}`;
  /** As in the sidebar, in the breadcrumb and in the palette. */
  readonly title: string;
  readonly icon: Icon;
  /** Who lacks it sees no entry, and "Unauthorized" at the address. */
  readonly permission: Permission;
  /** While it is switched off there is no entry, and the address is not found. */
  readonly feature?: Feature;
  /** Imports the page when it is first opened. */
  readonly load: () => Promise<ComponentType>;
  /** Imports the page of one item, at `{path}/$id`. */
  readonly loadItem?: () => Promise<ComponentType>;
  /** Address of its page of the documentation, for the help menu. */
  readonly guide?: `/docs/${string}`;
  /** What the palette offers to do there. */
  readonly actions?: readonly ScreenAction[];
  /** What the palette offers to do there with the text that was typed. */
  readonly actionFor?: TextAction;
  /** What the palette finds there by name. */
  readonly finder?: Finder;
}

/** A screen of the sidebar's main part. */
export interface MainScreen extends Screen {
  /** The sidebar shows main screens in ascending order. */
  readonly order: number;
}

/** What a room adds to the console: `console/src/<room>/screens.ts` exports it as `screens`. The list of rooms is generated. */
export interface RoomScreens {
  readonly main?: readonly MainScreen[];
  readonly settings?: readonly Screen[];
  /** Pages without an entry in the sidebar. */
  readonly pages?: readonly PlainPage[];
  readonly redirects?: readonly Redirect[];
  /** What the menu of the account offers to a person who is signed in. */
  readonly account?: readonly AccountEntry[];
  /** Menus in the toolbar of every list. */
  readonly listMenus?: readonly ListMenu[];
  /** Tabs on the page of every resource that jobs work on. */
  readonly resourceTabs?: readonly RoomTab[];
  /** Ends the session; at most one room declares it. @throws ApiError */
  readonly endSession?: () => Promise<void>;
  /** Hook that reads which features are switched on; at most one room declares it. */
  readonly useFeatures?: () => Features;
}

/** A page without an entry in the sidebar; anybody may open it. */
export interface PlainPage {
  readonly path: `/${string}`;
  /** Imports the page when it is first opened. */
  readonly load: () => Promise<ComponentType>;
  /** Shown without the sidebar, before anybody is signed in. */
  readonly isBare?: true;
}

/** An address that leads to another one. */
export interface Redirect {
  readonly path: `/${string}`;
  readonly to: `/${string}`;
}

/** Leads to a page, which gets the address to return to as `return_to`. */
export interface AccountEntry {
  readonly path: `/${string}`;
  readonly title: string;
  readonly icon: Icon;
}

export interface Features {
  /** False until the flags are known, or known to be out of reach: entries and routes wait for it. */
  readonly areKnown: boolean;
  readonly isEnabled: (feature: Feature) => boolean;
}

/** Finds the things of a screen by their names. */
export interface Finder {
  /** Plural, as the heading in the palette: `Checks`. */
  readonly title: string;
  /** Imported with the first search. */
  readonly load: () => Promise<Find>;
}

/** @param pattern For `ilike`. */
export type Find = (pattern: string, limit: number, signal: AbortSignal) => Promise<readonly Found[]>;

/** One thing that a {@link Finder} found. */
export interface Found {
  readonly id: string;
  readonly title: string;
  /** Added to the address of the screen to open it there. */
  readonly search: Readonly<Record<string, string>>;
  /** Drawn before the title; without it, the icon of the screen. */
  readonly health?: Health;
}

/** An action of the palette that depends on the text. */
export interface TextAction {
  readonly icon: Icon;
  readonly permission: Permission;
  /** @returns undefined for a text with which nothing can be done. `title` holds the text. */
  readonly find: (text: string) => Pick<ScreenAction, 'title' | 'search'> | undefined;
}

/** An action that an address of the screen opens. */
export interface ScreenAction {
  readonly title: string;
  readonly icon: Icon;
  readonly permission: Permission;
  /** Added to the address of the screen. */
  readonly search: Readonly<Record<string, string>>;
}
