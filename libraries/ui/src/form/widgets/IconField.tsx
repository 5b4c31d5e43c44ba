import { Autocomplete } from '@mantine/core';
import { use } from 'react';
import { type FieldProps, frameOf, hintOf, textOf } from '../field-frame.ts';
import { FormSources } from '../sources.ts';
import classes from '../form.module.css';

/** The name of an icon: the known ones are offered and drawn, any other can be typed. */
export function IconField(props: FieldProps) {
  const { schema, value, onChange } = props;
  const { icons = [] } = use(FormSources);
  const text = textOf(value);
  const iconOf = (name: string) => icons.find((each) => each.name === name)?.icon;
  const shown = iconOf(text);
  return (
    <Autocomplete
      {...frameOf(props)}
      size="xs"
      spellCheck={false}
      placeholder={hintOf(schema)}
      data={icons.map(({ name }) => name)}
      {...(shown !== undefined && { leftSection: <span className={classes['icon']}>{shown}</span> })}
      renderOption={({ option }) => (
        <span className={classes['iconChoice']}>
          <span className={classes['icon']} aria-hidden="true">
            {iconOf(option.value)}
          </span>
          {option.value}
        </span>
      )}
      value={text}
      onChange={(next) => onChange(next || undefined)}
    />
  );
}
