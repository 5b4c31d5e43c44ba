import type { Icon } from '@tabler/icons-react';
import type { Feature } from '@watchroom/contract/features';
import type { Permission } from '@watchroom/contract/operation';
import type { Health } from '@watchroom/ui';
import type { ComponentType } from 'react';

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

/** An action that an address of the screen opens. */
export interface ScreenAction {
  readonly title: string;
  readonly icon: Icon;
  readonly permission: Permission;
  /** Added to the address of the screen. */
  readonly search: Readonly<Record<string, string>>;
}
