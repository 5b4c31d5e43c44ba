import { Tooltip } from '@mantine/core';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Logo } from './Logo.tsx';
import { NAVIGATION } from './navigation.ts';
import { useSession } from './session.ts';
import classes from './shell.module.css';

interface Props {
  readonly isCollapsed: boolean;
  readonly onToggle?: (() => void) | undefined;
  readonly onNavigate?: () => void;
}

export function Sidebar({ isCollapsed, onToggle, onNavigate }: Props) {
  const { session } = useSession();
  const entries = NAVIGATION.filter((entry) => session?.can(entry.permission) ?? true);
  const Fold = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <aside className={classes['sidebar']} data-collapsed={isCollapsed || undefined}>
      <Link className={classes['brand']} to="/" {...(onNavigate && { onClick: onNavigate })}>
        <Logo />
        <span className={isCollapsed ? 'ui-hidden' : undefined}>Watchroom</span>
      </Link>
      <nav aria-label="Main" className={classes['entries']}>
        {entries.map(({ path, title, icon: Icon }) => (
          <Tooltip key={path} label={title} position="right" disabled={!isCollapsed}>
            <Link
              className={classes['entry']}
              to={path}
              activeOptions={{ includeSearch: false }}
              activeProps={{ 'data-active': true, 'aria-current': 'page' }}
              {...(onNavigate && { onClick: onNavigate })}
            >
              <Icon size={18} stroke={1.6} aria-hidden />
              <span className={isCollapsed ? 'ui-hidden' : undefined}>{title}</span>
            </Link>
          </Tooltip>
        ))}
      </nav>
      {onToggle && (
        <button
          type="button"
          className={classes['entry']}
          onClick={onToggle}
          title={isCollapsed ? 'Expand' : undefined}
        >
          <Fold size={18} stroke={1.6} aria-hidden />
          <span className={isCollapsed ? 'ui-hidden' : undefined}>{isCollapsed ? 'Expand' : 'Collapse'}</span>
        </button>
      )}
    </aside>
  );
}
