import { Select, TextInput } from '@mantine/core';
import { type FieldProps, frameOf, textOf } from '../field-frame.ts';
import classes from '../form.module.css';
import type { Offered } from '../sources.ts';

interface Props extends FieldProps {
  readonly offered: Offered;
  /** What is chosen, in the plural: `connections`. */
  readonly things: string;
  readonly placeholder: string;
  /** Stands in a line with others. */
  readonly isNarrow?: boolean;
}

/** The reference of something stored: chosen from a list where there is one, typed otherwise. */
export function ReferenceField({ offered, things, placeholder, isNarrow = false, ...props }: Props) {
  const { schema, value, isRequired, onChange } = props;
  const text = textOf(value);
  const frame = { ...frameOf(props), ...(!isNarrow && { className: classes['wide'] ?? '' }), placeholder };
  if (offered.state === 'none' || offered.state === 'failed') {
    const reason =
      offered.state === 'none'
        ? `Type its reference: ${things} cannot be chosen from a list yet`
        : `Type its reference: the list of ${things} did not load`;
    return (
      <TextInput
        {...frame}
        description={[schema.description, reason].filter(Boolean).join('. ')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      />
    );
  }
  const choices = offered.state === 'ready' ? offered.choices : [];
  // A document may name what the list does not have, or does not have yet.
  const isListed = text === '' || choices.some((each) => each.value === text);
  return (
    <Select
      {...frame}
      searchable
      clearable={!isRequired}
      data={isListed ? [...choices] : [{ value: text, label: text }, ...choices]}
      nothingFoundMessage={offered.state === 'loading' ? 'Loading' : `No ${things} found`}
      value={text === '' ? null : text}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}
