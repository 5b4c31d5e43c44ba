import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { errorsUnder, type FormErrors, type FormValue, KeptFields, SchemaForm } from '@watchroom/ui';
import { entriesOf } from './draft.ts';
import type { ResourceForm } from './resource.ts';
import classes from './resources.module.css';

interface Props {
  readonly form: ResourceForm;
  readonly value: FormValue;
  readonly errors: FormErrors;
  /** Errors of fields that nobody has touched show too. */
  readonly showAll: boolean;
  readonly onChange: (value: FormValue) => void;
}

/** The document as fields: its own first, then its list, item by item. What has no field stays as it is. */
export function EntriesForm({ form: { schema, entries }, value, errors, showAll, onChange }: Props) {
  const list = entries ? entriesOf(value, entries.key) : [];
  const write = (next: readonly FormValue[]) => entries && onChange({ ...value, [entries.key]: next });
  const shown = new Set([...Object.keys(schema.properties ?? {}), entries?.key]);
  const kept = Object.keys(value).filter((key) => !shown.has(key));
  return (
    <>
      <SchemaForm schema={schema} value={value} errors={errors} showAll={showAll} onChange={onChange} />
      {entries &&
        list.map((entry, index) => (
          // Items have no identity of their own; another number of them draws all anew.
          <fieldset key={`${index} of ${list.length}`} className={classes['entry']}>
            <legend>{nameOf(entry) ?? `${entries.noun} ${index + 1}`}</legend>
            {list.length > 1 && (
              <ActionIcon
                className={classes['remove'] ?? ''}
                aria-label={`Remove ${nameOf(entry) ?? `${entries.noun} ${index + 1}`}`}
                onClick={() => write(list.toSpliced(index, 1))}
              >
                <IconX size={16} stroke={1.6} />
              </ActionIcon>
            )}
            <SchemaForm
              schema={entries.schema}
              value={entry}
              errors={errorsUnder(errorsUnder(errors, entries.key), String(index))}
              showAll={showAll}
              onChange={(next) => write(list.with(index, next))}
            />
          </fieldset>
        ))}
      {entries && errors[entries.key] && showAll && <p className={classes['error']}>{errors[entries.key]}</p>}
      {entries && (
        <Button
          className={classes['another'] ?? ''}
          leftSection={<IconPlus size={14} />}
          onClick={() => write([...list, entries.start])}
        >
          Add {list.length > 0 ? 'another' : 'the first'} {entries.noun}
        </Button>
      )}
      <KeptFields names={kept} how="to be changed under Code" />
    </>
  );
}

function nameOf({ name }: FormValue): string | undefined {
  return typeof name === 'string' && name.trim() !== '' ? name : undefined;
}
