import type { CheckDetail } from '@watchroom/contract/health';
import { CodeView } from '@watchroom/ui';
import { stringify } from 'yaml';
import classes from './check.module.css';

/** The entry as it is written, read-only. */
export function CheckSpec({ check }: { readonly check: CheckDetail }) {
  return (
    <div className={classes['spec']}>
      <CodeView text={stringify(check.spec)} label={`Spec of ${check.name}`} />
    </div>
  );
}
