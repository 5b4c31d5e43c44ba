import classes from './feedback.module.css';

/** A grey shape of what comes. Sizes are CSS lengths. */
export function Skeleton({ width = '100%', height = '10px' }: { readonly width?: string; readonly height?: string }) {
  return <span className={classes['skeleton']} style={{ width, height }} aria-hidden />;
}
