import { ActionIcon, Button, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { asGroup, type FieldProps, frameOf } from './field-frame.ts';
import classes from './form.module.css';

/** Names with values. A name that is still being typed has no value yet, so the rows are kept beside the value. */
export function MapField(props: FieldProps) {
  const { schema, value, errors, onChange } = props;
  const [rows, setRows] = useState(() =>
    Object.entries(asGroup(value) ?? {}).map(([name, text]) => [name, String(text)] as const),
  );
  const frame = frameOf(props);
  const write = (next: readonly (readonly [string, string])[]) => {
    setRows([...next]);
    const named = next.filter(([name]) => name !== '');
    onChange(named.length === 0 ? undefined : Object.fromEntries(named));
  };
  const unplaced = Object.entries(errors)
    .filter(([path]) => !rows.some(([name]) => name === path && name !== ''))
    .map(([, message]) => message);
  return (
    <fieldset className={classes['group']}>
      <legend>{frame.label}</legend>
      <div className={classes['groupHead']}>
        <span>{schema.description}</span>
        <Button leftSection={<IconPlus size={14} />} onClick={() => write([...rows, ['', '']])}>
          Add
        </Button>
      </div>
      {unplaced.map((message) => (
        <p key={message} className={classes['error']}>
          {message}
        </p>
      ))}
      {rows.map(([name, text], index) => (
        <div key={index} className={classes['pair']}>
          <TextInput
            aria-label={`${frame.label}: name ${index + 1}`}
            placeholder="name"
            value={name}
            onChange={(event) => write(rows.with(index, [event.currentTarget.value, text]))}
          />
          <TextInput
            aria-label={`${frame.label}: value ${index + 1}`}
            placeholder="value"
            value={text}
            error={name === '' ? undefined : errors[name]}
            onChange={(event) => write(rows.with(index, [name, event.currentTarget.value]))}
          />
          <ActionIcon aria-label={`Remove ${name || 'row'}`} onClick={() => write(rows.toSpliced(index, 1))}>
            <IconX size={15} />
          </ActionIcon>
        </div>
      ))}
    </fieldset>
  );
}
