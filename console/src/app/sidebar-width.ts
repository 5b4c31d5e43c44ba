import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import type { SidebarWidth } from './frame.ts';

/** The kept choice of the sidebar's width; under 1024 px it is collapsed whatever was chosen. */
export function useSidebarWidth(): SidebarWidth {
  const [isChosen, choose] = useLocalStorage({
    key: 'watchroom-sidebar-collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const isNarrow = useMediaQuery('(max-width: 1023px)', undefined, { getInitialValueInEffect: false }) ?? false;
  return { isCollapsed: isNarrow || isChosen, toggle: isNarrow ? undefined : () => choose(!isChosen) };
}
