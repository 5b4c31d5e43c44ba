import type { ReactNode } from 'react';
import classes from './feedback.module.css';

interface Props {
  readonly icon?: ReactNode;
  readonly title: string;
  /** One sentence on what would be here. */
  readonly text?: string;
  /** The button that puts it there. */
  readonly action?: ReactNode;
}

export function EmptyState({ icon, title, text, action }: Props) {
  return (
    <div className={classes['panel']}>
      {icon && <span className={classes['icon']}>{icon}</span>}
      <h2 className={classes['title']}>{title}</h2>
      {text && <p className={classes['text']}>{text}</p>}
      {action}
    </div>
  );
}
