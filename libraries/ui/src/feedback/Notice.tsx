import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './feedback.module.css';

/** One line in the page that a person must not miss; `tone` picks colour and shape. */
export function Notice({
  tone,
  children,
}: {
  readonly tone: 'warning' | 'unhealthy' | 'info';
  readonly children: ReactNode;
}) {
  const Icon = tone === 'info' ? IconInfoCircle : IconAlertTriangle;
  return (
    <div className={classes['notice']} data-tone={tone} role={tone === 'unhealthy' ? 'alert' : 'note'}>
      <Icon size={16} stroke={1.8} aria-hidden />
      <div>{children}</div>
    </div>
  );
}
