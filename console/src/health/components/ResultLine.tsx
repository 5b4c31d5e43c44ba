import type { CheckResult } from '@watchroom/contract/health';
import { durationText, StatusBadge } from '@watchroom/ui';
import classes from './check.module.css';

/** One result in a sentence: the verdict, how long it took, and why. */
export function ResultLine({ result }: { readonly result: CheckResult }) {
  const reason = result.pass ? result.message : result.error || result.message;
  const facts = Object.entries(result.data).filter(([, value]) =>
    ['string', 'number', 'boolean'].includes(typeof value),
  );
  return (
    <div className={classes['result']} role="status">
      <StatusBadge health={result.pass ? 'healthy' : 'unhealthy'}>
        {result.pass ? 'Passed' : result.invalid ? 'Misconfigured' : 'Failed'} in {durationText(result.duration)}
      </StatusBadge>
      {reason && <code className={classes['reason']}>{reason}</code>}
      {facts.slice(0, 6).map(([name, value]) => (
        <span key={name} className={classes['fact']}>
          {name} <b>{String(value)}</b>
        </span>
      ))}
    </div>
  );
}
