import { TextInput } from '@mantine/core';
import { formatNanoseconds, parseNanoseconds } from '@watchroom/time';
import { useState } from 'react';
import { type FieldProps, frameOf, hintOf, textOf } from '../field-frame.ts';

/** A duration as text; where it is stored in nanoseconds, what is no duration stays text and is refused by the schema. */
export function DurationField(props: FieldProps) {
  const { schema, value, onChange } = props;
  const isNumber = schema['x-stored'] === 'nanoseconds';
  const [typed, setTyped] = useState<string>();
  const isSame = typed !== undefined && (parseNanoseconds(typed) ?? typed) === value;
  const shown = isSame ? typed : isNumber && typeof value === 'number' ? formatNanoseconds(value) : textOf(value);
  const frame = frameOf(props);
  const isUnread = isNumber && typeof value === 'string';
  return (
    <TextInput
      {...frame}
      error={frame.error && isUnread ? 'Write a duration such as 30s, 5m or 2h30m' : frame.error}
      value={shown}
      placeholder={hintOf(schema) || '30s'}
      spellCheck={false}
      onChange={({ currentTarget: { value: text } }) => {
        setTyped(text);
        onChange(text === '' ? undefined : isNumber ? (parseNanoseconds(text) ?? text) : text);
      }}
    />
  );
}
