import { use, useState } from 'react';
import { GroupFields } from './fields.tsx';
import { KeptFields } from './KeptFields.tsx';
import { ShowAll } from './show-all.ts';
import classes from './form.module.css';
import type { FormErrors, FormSchema, FormValue } from './form-schema.ts';
import { FormSources, type Sources } from './sources.ts';

interface Props {
  readonly schema: FormSchema;
  readonly value: FormValue;
  readonly onChange: (value: FormValue) => void;
  /** Shown at their fields. */
  readonly errors: FormErrors;
  /** Fields that the caller asks for itself. */
  readonly omit?: readonly string[];
  /** Fields that stand at once whatever their level. */
  readonly raise?: readonly string[];
  /** False shows the errors of a field only after it was left once; a submit sets it to true. */
  readonly showAll?: boolean;
  /** Shows the value and lets nobody change it. */
  readonly isDisabled?: boolean;
  /** Where fields take their choices from; absent are those of the forms around. */
  readonly sources?: Sources;
}

/** A form made from a schema: basic fields at once, the others under "More fields". */
export function SchemaForm({
  schema,
  value,
  onChange,
  errors,
  omit = [],
  raise = [],
  showAll = true,
  isDisabled = false,
  sources,
}: Props) {
  const around = use(FormSources);
  const names = Object.entries(schema.properties ?? {}).filter(
    ([name, field]) => !omit.includes(name) && !field['x-unsupported'],
  );
  const isBasic = ([name, field]: (typeof names)[number]) =>
    field['x-level'] === 'basic' || raise.includes(name) || (schema.required ?? []).includes(name);
  // Raised fields follow those that the schema itself puts first.
  const basic = names
    .filter(isBasic)
    .map(([name]) => name)
    .toSorted((one, other) => Number(raise.includes(one)) - Number(raise.includes(other)));
  const more = names.filter((entry) => !isBasic(entry)).map(([name]) => name);
  const hasMoreErrors = showAll && Object.keys(errors).some((path) => more.includes(path.split('.')[0] ?? ''));
  const [isOpen, setOpen] = useState(() => more.some((name) => value[name] !== undefined));
  const untouched = Object.entries(schema.properties ?? {})
    .filter(([name, field]) => field['x-unsupported'] && value[name] !== undefined)
    .map(([name]) => name);
  const shared = { schema, value, onChange, errors };
  return (
    <FormSources value={sources ?? around}>
      <ShowAll value={showAll}>
        <fieldset className={classes['form']} disabled={isDisabled}>
          <GroupFields {...shared} names={basic} />
          <KeptFields names={untouched} how="not editable here" />
          {more.length > 0 && (
            <details
              className={classes['more']}
              open={isOpen || hasMoreErrors}
              onToggle={(event) => setOpen(event.currentTarget.open)}
            >
              <summary>More fields</summary>
              {(isOpen || hasMoreErrors) && <GroupFields {...shared} names={more} />}
            </details>
          )}
        </fieldset>
      </ShowAll>
    </FormSources>
  );
}
