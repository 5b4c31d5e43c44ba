import { createContext, use } from 'react';
import type { AccountEntry } from './screen.ts';

/** Id of what a page shows under its top bar. */
export const PAGE_CONTENT = 'page';

/** A step of the breadcrumb before the page's own title; a step without a page of its own has no path. */
export interface Crumb {
  readonly title: string;
  readonly path?: string;
}

export interface SidebarWidth {
  readonly isCollapsed: boolean;
  readonly toggle: (() => void) | undefined;
}

/** What a page's top bar needs of the frame around it. */
export interface Frame {
  /** Present on a phone, where the sidebar is a drawer. */
  readonly openMenu: (() => void) | undefined;
  readonly openKeys: () => void;
  /** What the menu of the account offers to a person who is signed in. */
  readonly account: readonly AccountEntry[];
  readonly signOut: () => void;
  /** The guide to the screen, where it has one. */
  readonly guide: { readonly title: string; readonly href: string } | undefined;
  /** Absent on a phone; `toggle` is absent where the width leaves no choice. */
  readonly sidebar: SidebarWidth | undefined;
  /** Where the page stands, without the page itself. */
  readonly trail: readonly Crumb[];
}

export const FrameContext = createContext<Frame>({
  openMenu: undefined,
  openKeys: () => undefined,
  account: [],
  signOut: () => undefined,
  guide: undefined,
  sidebar: undefined,
  trail: [],
});

export function useFrame(): Frame {
  return use(FrameContext);
}
