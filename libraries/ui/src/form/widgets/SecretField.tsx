import { Button, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { asGroup, type FieldProps, frameOf, hintOf, textOf } from '../field-frame.ts';
import classes from '../form.module.css';
import { fromSource, sourceOf, type ValueSource } from './choices.ts';

/** What the server sends instead of a secret; sent back unchanged it keeps the stored one. */
const HIDDEN = '••••••••';

/** A secret text. One that is stored is never shown: it is kept until it is replaced. */
export function SecretField(props: FieldProps) {
  const { schema, value, onChange } = props;
  const [wasKept, setWasKept] = useState(false);
  const isKept = value === HIDDEN;
  const button = (label: string, next: unknown) => (
    <Button
      size="compact-xs"
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
      {...frameOf(props)}
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
            errors={{ '': errors[''] ?? errors['value'] ?? '' }}
            onChange={(next) => onChange(fromSource(group, 'Static', next))}
          />
        ) : (
          ['name', 'key'].map((part) => (
            <TextInput
              key={part}
              label={part === 'name' ? 'Name' : 'Key'}
              withAsterisk
              error={errors[`valueFrom.${key}.${part}`]}
              value={textOf(reference?.[part])}
              onChange={(event) =>
                onChange(fromSource(group, source, { ...reference, [part]: event.currentTarget.value }))
              }
            />
          ))
        )}
      </div>
      <p className={classes['runs']}>{schema.description}</p>
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
