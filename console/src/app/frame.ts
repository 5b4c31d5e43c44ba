import { createContext, use } from 'react';

/** What a page's top bar needs of the frame around it. */
export interface Frame {
  /** Present on a phone, where the sidebar is a drawer. */
  readonly openMenu: (() => void) | undefined;
  readonly openKeys: () => void;
}

export const FrameContext = createContext<Frame>({ openMenu: undefined, openKeys: () => undefined });

export function useFrame(): Frame {
  return use(FrameContext);
}
