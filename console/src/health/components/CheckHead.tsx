import type { ListedCheck } from '@watchroom/contract/health';
import { StatusBadge, useClockText } from '@watchroom/ui';
import { useKinds } from '../api.ts';
import { healthOf, healthSince } from '../check-words.ts';
import classes from './check.module.css';
import { KindIcon } from './KindIcon.tsx';

/** Icon, name, health and its age, namespace; the address below. */
export function CheckHead({ check }: { readonly check: ListedCheck }) {
  const kinds = useKinds().data;
  const since = useClockText((now) => healthSince(check, now));
  const icon = check.icon ?? kinds?.find((kind) => kind.id === check.type)?.icon;
  return (
    <>
      <div className={classes['headLine']}>
        <KindIcon name={icon} size={18} />
        <h2 className={`ui-cut ${classes['headName']}`} title={check.name}>
          {check.name}
        </h2>
        <StatusBadge health={healthOf(check)}>{since}</StatusBadge>
        {check.namespace && <span className={classes['badge']}>{check.namespace}</span>}
      </div>
      <p className={`ui-cut ${classes['endpoint']}`} title={check.endpoint}>
        {check.type.toUpperCase()} {check.endpoint}
        {check.description && <span> · {check.description}</span>}
      </p>
    </>
  );
}
