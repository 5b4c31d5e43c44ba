import { Select, TextInput } from '@mantine/core';
import { type FieldProps, frameOf, textOf } from '../field-frame.ts';
import classes from '../form.module.css';
import { readMemory, writeMemory } from './quantities.ts';

/** An amount of memory, kept as `512Mi`. */
export function MemoryField(props: FieldProps) {
  const frame = frameOf(props);
  const { amount, unit } = readMemory(textOf(props.value));
  return (
    <div className={classes['amount']}>
      <TextInput
        {...frame}
        inputMode="decimal"
        value={amount}
        onChange={(event) => props.onChange(writeMemory(event.currentTarget.value, unit))}
      />
      <Select
        className={classes['amountUnit'] ?? ''}
        aria-label={`${frame.label}: unit`}
        data={['Mi', 'Gi', 'Ti']}
        value={unit}
        allowDeselect={false}
        onChange={(next) => props.onChange(writeMemory(amount, next ?? unit))}
      />
    </div>
  );
}

/** A share of a processor, kept as `500m`. */
export function MillicoresField(props: FieldProps) {
  return (
    <TextInput
      {...frameOf(props)}
      inputMode="numeric"
      value={textOf(props.value).replace(/m$/, '')}
      rightSection={<span className={classes['unit']}>m</span>}
      onChange={({ currentTarget: { value } }) => props.onChange(value.trim() === '' ? undefined : `${value.trim()}m`)}
    />
  );
}
