import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { asGroup, type FieldProps, frameOf, hintOf, textOf } from '../field-frame.ts';
import classes from '../form.module.css';
import { errorsUnder } from '../validate.ts';
import { useOffered } from '../sources.ts';
import { fromSource, sourceOf, type ValueSource } from './choices.ts';
import { ReferenceField } from './ReferenceField.tsx';

/** What the server sends instead of a secret; sent back unchanged it keeps the stored one. */
const HIDDEN = '••••••••';

/** A secret text. One that is stored is never shown: it is kept until it is replaced. */
export function SecretField(props: FieldProps) {
  const { schema, value, onChange } = props;
  const [wasKept, setWasKept] = useState(false);
  const isKept = value === HIDDEN;
  const frame = frameOf(props);
  const button = (label: string, next: unknown) => (
    <Button
      size="compact-xs"
      aria-label={`${label} ${frame.label}`}
      onClick={() => {
        setWasKept(!wasKept);
        onChange(next);
      }}
    >
      {label}
    </Button>
  );
  return (
    <TextInput
      {...frame}
      type={isKept ? 'text' : 'password'}
      readOnly={isKept}
      autoComplete="off"
      spellCheck={false}
      value={isKept ? 'Kept as stored' : textOf(value)}
      placeholder={hintOf(schema)}
      {...((isKept || wasKept) && {
        rightSection: isKept ? button('Replace', undefined) : button('Keep', HIDDEN),
        rightSectionWidth: 76,
      })}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}

/** A static value, or the place of one in a config map or a secret. */
export function SourcedField(props: FieldProps) {
  const { schema, value, errors, onChange } = props;
  const group = asGroup(value);
  const configMaps = useOffered('configMaps');
  const secrets = useOffered('secrets');
  const source = sourceOf(group);
  const frame = frameOf(props);
  const key = source === 'Config Map' ? 'configMapKeyRef' : 'secretKeyRef';
  const reference = asGroup(asGroup(group?.['valueFrom'])?.[key]);
  const isSecret = schema.properties?.['value']?.['x-widget'] === 'secret';
  const Static = isSecret ? SecretField : PlainValue;
  return (
    <fieldset className={classes['group']}>
      <legend>{frame.label}</legend>
      <div className={classes['source']}>
        <Select
          className={classes['field'] ?? ''}
          label="Source"
          data={['Static', 'Config Map', 'Secret'] satisfies ValueSource[]}
          value={source}
          allowDeselect={false}
          onChange={(next) =>
            onChange(fromSource(group, next === 'Config Map' || next === 'Secret' ? next : 'Static', undefined))
          }
        />
        {source === 'Static' ? (
          <Static
            {...props}
            name="value"
            schema={{ title: 'Value' }}
            value={group?.['value']}
            errors={errors[''] === undefined ? errorsUnder(errors, 'value') : errors}
            onChange={(next) => onChange(fromSource(group, 'Static', next))}
          />
        ) : (
          <>
            <ReferenceField
              key={source}
              name="name"
              schema={{ title: 'Name' }}
              value={reference?.['name']}
              isRequired
              errors={errorsUnder(errors, `valueFrom.${key}.name`)}
              onChange={(name) => onChange(fromSource(group, source, { ...reference, name: name ?? '' }))}
              offered={source === 'Secret' ? secrets : configMaps}
              things={source === 'Secret' ? 'secrets' : 'config maps'}
              placeholder=""
              isNarrow
            />
            <TextInput
              className={classes['field'] ?? ''}
              label="Key"
              withAsterisk
              spellCheck={false}
              error={errors[`valueFrom.${key}.key`]}
              value={textOf(reference?.['key'])}
              onChange={({ currentTarget: { value: text } }) =>
                onChange(fromSource(group, source, { ...reference, key: text }))
              }
            />
          </>
        )}
      </div>
      {schema.description && <p className={classes['note']}>{schema.description}</p>}
    </fieldset>
  );
}

function PlainValue(props: FieldProps) {
  return (
    <TextInput
      {...frameOf(props)}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
    />
  );
}
