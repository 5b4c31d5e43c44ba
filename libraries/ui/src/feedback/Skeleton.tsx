import classes from './feedback.module.css';

interface Props {
  /** Sizes are CSS lengths. */
  readonly width?: string;
  readonly height?: string;
  /** Whether it does without its pulse. */
  readonly isStill?: boolean;
}

/** A grey shape of what comes. */
export function Skeleton({ width = '100%', height = '10px', isStill = false }: Props) {
  return (
    <span className={classes['skeleton']} data-still={isStill || undefined} style={{ width, height }} aria-hidden />
  );
}
