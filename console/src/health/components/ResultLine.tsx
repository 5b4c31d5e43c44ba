import type { CheckResult, TransformedCheck } from '@watchroom/contract/health';
import { durationText, StatusBadge } from '@watchroom/ui';
import classes from './check.module.css';

/** One result in a sentence: the verdict, how long it took, and why. */
export function ResultLine({ result }: { readonly result: CheckResult }) {
  const reason = result.pass ? result.message : result.error || result.message;
  const facts = Object.entries(result.data).filter(([, value]) => isShort(value));
  return (
    <div className={classes['result']} role="status">
      <StatusBadge health={result.pass ? 'healthy' : 'unhealthy'}>
        {result.pass ? 'Passed' : result.invalid ? 'Misconfigured' : 'Failed'} in {durationText(result.duration)}
      </StatusBadge>
      {reason && <code className={classes['reason']}>{reason}</code>}
      {facts.slice(0, 6).map(([name, value]) => (
        <span key={name} className={classes['fact']}>
          {name} <b className="ui-cut">{shownFact(value)}</b>
        </span>
      ))}
      {result.checks && <MadeChecks checks={result.checks} />}
    </div>
  );
}

/** What `transform` makes of the result. */
function MadeChecks({ checks }: { readonly checks: readonly TransformedCheck[] }) {
  const left = checks.length - MOST_SHOWN;
  return (
    <ul className={classes['made']} aria-label="Checks that the transform makes">
      {checks.slice(0, MOST_SHOWN).map((check, index) => (
        <li key={`${index} ${check.name}`}>
          <StatusBadge health={check.pass ? 'healthy' : 'unhealthy'}>{check.name}</StatusBadge>
          <span className="ui-cut">{check.pass ? check.message : check.error || check.message}</span>
        </li>
      ))}
      {left > 0 && <li>and {left} more</li>}
    </ul>
  );
}

const MOST_SHOWN = 20;
const LONGEST_FACT = 60;

/** Whether a fact fits the line; bodies and headers belong elsewhere. */
function isShort(value: unknown): value is string | number | boolean {
  if (typeof value === 'string') return value !== '' && value.length <= LONGEST_FACT;
  return typeof value === 'number' || typeof value === 'boolean';
}

function shownFact(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en', { maximumFractionDigits: 2 });
  return isShort(value) ? String(value) : '';
}
