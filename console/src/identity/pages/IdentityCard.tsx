import type { SubmitEvent, ReactNode } from 'react';
import { useEffect } from 'react';
import { Logo } from '../../app/Logo.tsx';
import classes from './identity.module.css';

interface Props {
  readonly title: string;
  readonly text?: ReactNode;
  readonly onSubmit?: (event: SubmitEvent) => void;
  readonly children?: ReactNode;
}

/** The card of the pages outside the frame. */
export function IdentityCard({ title, text, onSubmit, children }: Props) {
  useEffect(() => {
    document.title = `${title} · Watchroom`;
  }, [title]);
  return (
    <main className={classes['place']}>
      <form className={classes['card']} onSubmit={onSubmit} noValidate>
        <Logo size={36} />
        <h1 className={classes['title']}>{title}</h1>
        {text && <p className={classes['text']}>{text}</p>}
        {children}
      </form>
    </main>
  );
}
