import { Button } from '@mantine/core';
import { IconAlertOctagon, IconRefresh } from '@tabler/icons-react';
import classes from './feedback.module.css';

interface Props {
  /** The server's words: what failed, where, what to do. */
  readonly message: string;
  readonly title?: string;
  readonly onRetry?: (() => void) | undefined;
}

/** An error in the place where it happened, with the next step. */
export function ErrorPanel({ message, title = 'Something went wrong', onRetry }: Props) {
  return (
    <div className={classes['panel']} role="alert">
      <IconAlertOctagon className={classes['errorIcon']} size={28} stroke={1.5} aria-hidden />
      <h2 className={classes['title']}>{title}</h2>
      <p className={classes['text']}>{message}</p>
      {onRetry && (
        <Button leftSection={<IconRefresh size={15} />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
