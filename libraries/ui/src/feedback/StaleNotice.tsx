import { RelativeTime } from '../time/RelativeTime.tsx';
import classes from './feedback.module.css';

interface Props {
  /** Milliseconds since 1970 of what is shown. */
  readonly since: number;
  /** Why nothing newer came, in the server's words. */
  readonly message: string;
  readonly onRetry: () => void;
}

/** Over what is still shown although loading it again failed: how old it is, and the next step. */
export function StaleNotice({ since, message, onRetry }: Props) {
  return (
    <p className={classes['stale']} role="status">
      Shown as of <RelativeTime time={new Date(since).toISOString()} />. {message}
      <button type="button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
