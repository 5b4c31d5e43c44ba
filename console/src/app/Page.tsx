import { ActionIcon } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { RefreshButton } from '@watchroom/ui';
import { type ReactNode, useEffect } from 'react';
import { useLostSince } from './connection.ts';
import { type Crumb, PAGE_CONTENT, useFrame } from './frame.ts';
import { HelpMenu } from './HelpMenu.tsx';
import { usePageRefresh } from './page-refresh.ts';
import classes from './shell.module.css';
import { UserMenu } from './UserMenu.tsx';

interface Props {
  readonly title: string;
  /** What is wrong on the page, counted in the title of the tab. */
  readonly failing?: number | undefined;
  /** Beside the title, for example the button that adds. */
  readonly lead?: ReactNode;
  /** On the right: counts. */
  readonly status?: ReactNode;
  /** Instead of the refresh button, for a page that also chooses a rate; it uses {@link usePageRefresh} too. */
  readonly refresh?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its top bar of 48 px and its content. */
export function Page({ title, failing = 0, lead, status, refresh, children }: Props) {
  const { openMenu, trail } = useFrame();
  const isLost = useLostSince() !== undefined;
  useEffect(() => {
    document.title = `${isLost ? 'Not connected · ' : failing > 0 ? `(${failing}) ` : ''}${title} · Watchroom`;
  }, [title, failing, isLost]);
  return (
    <>
      <header className={classes['top']}>
        {openMenu && (
          <ActionIcon aria-label="Menu" onClick={openMenu}>
            <IconMenu2 size={20} stroke={1.6} />
          </ActionIcon>
        )}
        <Breadcrumb trail={trail} />
        <h1 className={classes['title']} tabIndex={-1}>
          {title}
        </h1>
        {lead}
        <div className={classes['status']}>{status}</div>
        {refresh ?? <PageRefresh />}
        {!openMenu && <HelpMenu />}
        <UserMenu />
      </header>
      <main className={classes['content']} id={PAGE_CONTENT} tabIndex={-1}>
        {children}
      </main>
    </>
  );
}

function PageRefresh() {
  const { isBusy, refresh } = usePageRefresh();
  return <RefreshButton isBusy={isBusy} onRefresh={() => void refresh()} />;
}

function Breadcrumb({ trail }: { readonly trail: readonly Crumb[] }) {
  if (trail.length === 0) return null;
  return (
    <nav aria-label="Breadcrumb" className={classes['trail']}>
      <ol>
        {trail.map(({ title, path }) => (
          <li key={title}>{path ? <Link to={path}>{title}</Link> : title}</li>
        ))}
      </ol>
    </nav>
  );
}
