import { CodeView, Skeleton } from '@watchroom/ui';
import { stringify } from 'yaml';
import type { ShownCheck } from '../api.ts';
import classes from './check.module.css';

/** The entry as it is written, read-only. */
export function CheckSpec({ check }: { readonly check: ShownCheck }) {
  return (
    <div className={classes['spec']}>
      {check.spec ? (
        <CodeView text={stringify(check.spec)} label={`Spec of ${check.name}`} />
      ) : (
        <Skeleton height="200px" />
      )}
    </div>
  );
}
