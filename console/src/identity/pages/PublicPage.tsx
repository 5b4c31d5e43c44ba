import { type ReactNode, useEffect } from 'react';
import { Logo } from '../../app/Logo.tsx';
import classes from './identity.module.css';

interface Props {
  readonly title: string;
  readonly text?: ReactNode;
  /** Links under the card. */
  readonly links?: ReactNode;
  readonly isWide?: boolean;
  readonly children?: ReactNode;
}

/** A page outside the frame: one card with its title. */
export function PublicPage({ title, text, links, isWide = false, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Watchroom`;
  }, [title]);
  return (
    <main className={classes['place']}>
      <div className={classes['column']} data-wide={isWide ? '' : undefined}>
        <div className={classes['card']}>
          <Logo size={36} />
          <h1 className={classes['title']}>{title}</h1>
          {text && <p className={classes['text']}>{text}</p>}
          {children}
        </div>
        {links && (
          <nav className={classes['links']} aria-label="Other ways to sign in">
            {links}
          </nav>
        )}
      </div>
    </main>
  );
}
