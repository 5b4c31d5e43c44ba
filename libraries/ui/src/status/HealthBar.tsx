import classes from './status.module.css';
import { HEALTH_WORDS, type Health } from './health.ts';

export interface HealthShare {
  readonly health: Health;
  readonly count: number;
}

/** One bar cut by counts. It is a picture with a sentence; the counts beside it carry the links. */
export function HealthBar({ shares }: { readonly shares: readonly HealthShare[] }) {
  const present = shares.filter((share) => share.count > 0);
  const sentence = present.map((share) => `${share.count} ${HEALTH_WORDS[share.health].toLowerCase()}`).join(', ');
  return (
    <span className={classes['bar']} role="img" aria-label={sentence || 'Nothing'}>
      {present.map((share) => (
        <span key={share.health} data-health={share.health} style={{ flexGrow: share.count }} />
      ))}
    </span>
  );
}
