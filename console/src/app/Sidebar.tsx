import { Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Logo } from './Logo.tsx';
import { PALETTE_KEY } from './palette-key.ts';
import { useRights, visibleScreens } from './screen-access.ts';
import type { Screen } from './screen.ts';
import { useSession } from './session.ts';
import classes from './shell.module.css';

/** Inside the landmark instead of a portal, so that what it says belongs to the sidebar. */
const TOOLTIP = {
  position: 'right',
  events: { hover: true, focus: true, touch: false },
  withinPortal: false,
  floatingStrategy: 'fixed',
} as const;

interface Props {
  readonly isCollapsed: boolean;
  readonly onToggle?: (() => void) | undefined;
  readonly onNavigate?: () => void;
  readonly onSearch: () => void;
}

/** Brand, search, the main entries and the settings. */
export function Sidebar({ isCollapsed, onToggle, onNavigate, onSearch }: Props) {
  const { session } = useSession();
  const { main, settings } = visibleScreens(useRights());
  const Fold = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  const word = isCollapsed ? 'ui-hidden' : undefined;
  const entryOf = ({ path, title, icon: Icon }: Screen) => (
    <Tooltip key={path} label={title} disabled={!isCollapsed} {...TOOLTIP}>
      <Link
        className={classes['entry']}
        to={path}
        activeOptions={{ includeSearch: false }}
        activeProps={{ 'data-active': true, 'aria-current': 'page' }}
        {...(onNavigate && { onClick: onNavigate })}
      >
        <Icon size={18} stroke={1.6} aria-hidden />
        <span className={word}>{title}</span>
      </Link>
    </Tooltip>
  );
  return (
    <aside className={classes['sidebar']} data-collapsed={isCollapsed || undefined}>
      <Link className={classes['brand']} to="/" {...(onNavigate && { onClick: onNavigate })}>
        <Logo />
        <span className={word}>Watchroom</span>
      </Link>
      <div className={classes['entries']}>
        <Tooltip label={`Go to (${PALETTE_KEY})`} disabled={!isCollapsed} {...TOOLTIP}>
          <button type="button" className={classes['entry']} aria-haspopup="dialog" onClick={onSearch}>
            <IconSearch size={18} stroke={1.6} aria-hidden />
            <span className={word}>Go to</span>
            {!isCollapsed && <kbd aria-hidden>{PALETTE_KEY}</kbd>}
          </button>
        </Tooltip>
        <nav aria-label="Main">{main.map(entryOf)}</nav>
        {session && settings.length > 0 && (
          <nav aria-label="Settings" className={classes['settings']}>
            <p className={isCollapsed ? 'ui-hidden' : classes['group']} aria-hidden>
              Settings
            </p>
            {settings.map(entryOf)}
          </nav>
        )}
      </div>
      {onToggle && (
        <button
          type="button"
          className={classes['entry']}
          onClick={onToggle}
          title={isCollapsed ? 'Expand' : undefined}
        >
          <Fold size={18} stroke={1.6} aria-hidden />
          <span className={word}>{isCollapsed ? 'Expand' : 'Collapse'}</span>
        </button>
      )}
    </aside>
  );
}
