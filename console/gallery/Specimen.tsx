import type { ReactNode } from 'react';
import classes from './specimen.module.css';

interface Props {
  /** The state that is shown. */
  readonly title: string;
  /** The part as tall as it is in a page, for what scrolls by itself. */
  readonly isTall?: boolean;
  readonly children: ReactNode;
}

/** One state of a part under its name. */
export function Specimen({ title, isTall = false, children }: Props) {
  return (
    <section className={classes['specimen']}>
      <h2 className={classes['title']}>{title}</h2>
      <div className={isTall ? classes['tall'] : classes['row']}>{children}</div>
    </section>
  );
}
