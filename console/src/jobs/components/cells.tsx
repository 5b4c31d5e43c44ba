import { duration, TimeUntil } from '@watchroom/ui';
import { resourceTypeWord } from '../job-words.ts';
import classes from './jobs.module.css';

/** A text that is cut, with the whole of it one hover away. */
export function Name({ text }: { readonly text: string | null }) {
  return (
    <span className={`ui-cut ${classes['name']}`} title={text ?? undefined}>
      {text || '–'}
    </span>
  );
}

/** What a run was about: a name and its type. */
export function Resource({ name, type }: { readonly name: string | null; readonly type: string | null }) {
  if (!name) return <span className={classes['none']}>–</span>;
  return (
    <span className={classes['resource']}>
      <span className="ui-cut" title={name}>
        {name}
      </span>
      {type && <span className={classes['tag']}>{resourceTypeWord(type)}</span>}
    </span>
  );
}

export function ErrorText({ text }: { readonly text: string | null }) {
  return (
    <span className={`ui-cut ${classes['error']}`} title={text ?? undefined}>
      {text}
    </span>
  );
}

/** A number; `isBad` marks one that should be zero. */
export function Count({ value, isBad = false }: { readonly value: number | null; readonly isBad?: boolean }) {
  if (value === null) return <span className={classes['none']}>–</span>;
  return (
    <span className={isBad && value > 0 ? `ui-num ${classes['bad']}` : 'ui-num'}>{value.toLocaleString('en')}</span>
  );
}

/** @param milliseconds null while the run goes on. */
export function Duration({ milliseconds }: { readonly milliseconds: number | null }) {
  if (milliseconds === null) return <span className={classes['none']}>–</span>;
  const { value, unit } = duration(milliseconds);
  return (
    <span className="ui-num">
      {value}
      <span className="ui-unit">{unit}</span>
    </span>
  );
}

/** @param time null when there is none any more: the event is dead. */
export function NextAttempt({ time }: { readonly time: string | null }) {
  return time === null ? <span className={classes['bad']}>Dead</span> : <TimeUntil time={time} />;
}
