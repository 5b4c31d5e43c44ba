import classes from './status.module.css';
import { HEALTH_WORDS, type Health } from './health.ts';

const SHAPES: Readonly<Record<Health, React.ReactNode>> = {
  healthy: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  warning: (
    <path
      d="M6 .9c.4 0 .8.2 1 .6l4.3 7.9c.5.8-.1 1.7-1 1.7H1.7c-.9 0-1.5-.9-1-1.7L5 1.5c.2-.4.6-.6 1-.6Z"
      fill="currentColor"
    />
  ),
  unhealthy: (
    <>
      <path d="M3.7.5h4.6l3.2 3.2v4.6l-3.2 3.2H3.7L.5 8.3V3.7z" fill="currentColor" />
      <path d="m4.2 4.2 3.6 3.6m0-3.6L4.2 7.8" className={classes['cross']} />
    </>
  ),
  unknown: <circle cx="6" cy="6" r="4.1" fill="none" stroke="currentColor" strokeWidth="1.7" />,
  info: <path d="M6 1a5 5 0 1 1-5 5" fill="none" stroke="currentColor" strokeWidth="1.8" strokeLinecap="round" />,
};

/** The shape of a status. It says nothing to a screen reader: a word stands beside it, or give `label`. */
export function StatusDot({
  health,
  size = 12,
  label,
}: {
  readonly health: Health;
  readonly size?: number;
  readonly label?: string;
}) {
  const named = label === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label };
  return (
    <svg className={classes['dot']} data-health={health} width={size} height={size} viewBox="0 0 12 12" {...named}>
      {SHAPES[health]}
    </svg>
  );
}

/** Shape and word on one line, as tables show it. */
export function StatusWord({ health, word }: { readonly health: Health; readonly word?: string }) {
  return (
    <span className={classes['word']}>
      <StatusDot health={health} />
      <span className="ui-cut">{word ?? HEALTH_WORDS[health]}</span>
    </span>
  );
}

/** Shape and words in a soft pill. */
export function StatusBadge({ health, children }: { readonly health: Health; readonly children: React.ReactNode }) {
  return (
    <span className={classes['badge']} data-health={health}>
      <StatusDot health={health} size={11} />
      <span className="ui-cut">{children}</span>
    </span>
  );
}
