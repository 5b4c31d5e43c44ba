import { TextInput } from '@mantine/core';
import { type FieldProps, frameOf, textOf } from '../field-frame.ts';
import classes from '../form.module.css';

/** A stored connection by its reference; there is no list to choose from. */
export function ConnectionField(props: FieldProps) {
  return (
    <TextInput
      {...frameOf(props)}
      className={classes['wide'] ?? ''}
      description={[props.schema.description, 'Type its reference: connections cannot be chosen from a list yet']
        .filter(Boolean)
        .join('. ')}
      placeholder="connection://namespace/name"
      spellCheck={false}
      value={textOf(props.value)}
      onChange={(event) => props.onChange(event.currentTarget.value || undefined)}
    />
  );
}
