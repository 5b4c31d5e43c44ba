import { Select, Textarea } from '@mantine/core';
import { useState } from 'react';
import { asGroup, type FieldProps, frameOf, textOf } from '../field-frame.ts';
import classes from '../form.module.css';
import { scriptTypesOf } from './choices.ts';

/** A script in one language; choosing another one clears it. */
export function ScriptField(props: FieldProps) {
  const { schema, value, errors, onChange } = props;
  const types = scriptTypesOf(schema);
  const group = asGroup(value);
  const [chosen, setChosen] = useState('');
  const type = types.find((each) => group?.[each.value] !== undefined)?.value ?? chosen;
  const frame = frameOf(props);
  return (
    <fieldset className={classes['group']}>
      <legend>{frame.label}</legend>
      <Select
        label="Language"
        description={schema.description}
        data={[{ value: '', label: 'None' }, ...types]}
        value={type}
        allowDeselect={false}
        onChange={(next) => {
          setChosen(next ?? '');
          onChange(undefined);
        }}
      />
      {type !== '' && (
        <Textarea
          className={classes['script'] ?? ''}
          label="Script"
          rows={4}
          spellCheck={false}
          error={errors[''] ?? errors[type]}
          value={textOf(group?.[type])}
          onChange={({ currentTarget: { value: text } }) => {
            setChosen(type);
            onChange(text === '' ? undefined : { [type]: text });
          }}
        />
      )}
    </fieldset>
  );
}
