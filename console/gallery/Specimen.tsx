import type { ReactNode } from 'react';
import classes from './specimen.module.css';

interface Props {
  /** The state that is shown. */
  readonly title: string;
  /** The part as tall as it is in a page, for what scrolls by itself. */
  readonly isTall?: boolean;
  readonly children: ReactNode;
}

/** The only state that the address asks for, `?story=name&state=Filled`. */
const wanted = new URLSearchParams(location.search).get('state');

/** One state of a part under its name. */
export function Specimen({ title, isTall = false, children }: Props) {
  if (wanted !== null && wanted !== title) return null;
  return (
    <section className={classes['specimen']}>
      <h2 className={classes['title']}>{title}</h2>
      <div className={isTall ? classes['tall'] : classes['row']}>{children}</div>
    </section>
  );
}
