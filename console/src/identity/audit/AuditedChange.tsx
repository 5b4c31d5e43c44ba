import type { Row } from '@watchroom/contract/rows';
import { exactTime } from '@watchroom/ui';
import classes from './audit.module.css';
import { auditedFields } from './audited-fields.ts';

interface Props {
  readonly entry: Pick<Row<'audit_log'>, 'at' | 'action' | 'address' | 'row_id' | 'before' | 'after'>;
  readonly who: string;
  readonly subject: string | null;
}

/** Who did it, when and from where, and each field before and after, side by side. */
export function AuditedChange({ entry, who, subject }: Props) {
  const { before, after } = entry;
  const fields = auditedFields(before, after);
  const isComparison = before !== null && after !== null;
  return (
    <div className={classes['change']}>
      <dl className={classes['facts']}>
        <Fact name="Who" text={who} />
        <Fact name="When" text={exactTime(entry.at)} />
        <Fact name="Address" text={entry.address ?? '–'} />
        {subject !== null && <Fact name="About" text={subject} />}
        {entry.row_id !== null && entry.row_id !== subject && <Fact name="Id" text={entry.row_id} />}
      </dl>
      {fields.length === 0 ? (
        <p className={classes['none']}>No further details were recorded.</p>
      ) : (
        <ul className={classes['fields']} aria-label="Fields" data-compared={isComparison || undefined}>
          {fields.map((field) => (
            <li key={field.name} className={classes['field']}>
              <h3>{field.name}</h3>
              {before !== null && <Value when="before" text={field.before} isNamed={isComparison} />}
              {after !== null && <Value when="after" text={field.after} isNamed={isComparison} />}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Fact({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{text}</dd>
    </div>
  );
}

interface ValueProps {
  readonly when: 'before' | 'after';
  readonly text: string | undefined;
  /** Whether the other one stands beside it. */
  readonly isNamed: boolean;
}

function Value({ when, text, isNamed }: ValueProps) {
  return (
    <div className={classes['value']} data-when={when}>
      {isNamed && <span className={classes['when']}>{when === 'before' ? 'Before' : 'After'}</span>}
      {text === undefined || text === '' ? (
        <span className={classes['none']}>{text === undefined ? 'not there' : 'empty'}</span>
      ) : (
        <code>{text}</code>
      )}
    </div>
  );
}
