import { ActionIcon } from '@mantine/core';
import { IconHelpCircle, IconMenu2 } from '@tabler/icons-react';
import { type ReactNode, useEffect } from 'react';
import { useFrame } from './frame.ts';
import classes from './shell.module.css';
import { UserMenu } from './UserMenu.tsx';

interface Props {
  readonly title: string;
  /** Beside the title, for example the button that adds. */
  readonly lead?: ReactNode;
  /** On the right: counts and refresh. */
  readonly status?: ReactNode;
  readonly children: ReactNode;
}

/** A page: its top bar of 48 px and its content. */
export function Page({ title, lead, status, children }: Props) {
  const { openMenu, openKeys } = useFrame();
  useEffect(() => {
    document.title = `${title} · Watchroom`;
  }, [title]);
  return (
    <>
      <header className={classes['top']}>
        {openMenu && (
          <ActionIcon aria-label="Menu" onClick={openMenu}>
            <IconMenu2 size={20} stroke={1.6} />
          </ActionIcon>
        )}
        <h1 className={classes['title']}>{title}</h1>
        {lead}
        <div className={classes['status']}>{status}</div>
        <ActionIcon className={classes['help'] ?? ''} aria-label="Help" title="Help: keys" onClick={openKeys}>
          <IconHelpCircle size={18} stroke={1.6} />
        </ActionIcon>
        <UserMenu />
      </header>
      <main className={classes['content']}>{children}</main>
    </>
  );
}
