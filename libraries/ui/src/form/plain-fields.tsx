import { Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core';
import { type FieldProps, frameOf, hintOf, numberOf, textOf } from './field-frame.ts';
import classes from './form.module.css';

export function ChoiceField(props: FieldProps) {
  const { schema, value, isRequired, onChange } = props;
  const offered = schema['x-choices'] ?? schema.enum ?? [];
  const choices = value === undefined || offered.includes(value) ? offered : [...offered, value];
  return (
    <Select
      {...frameOf(props)}
      data={choices.map(String)}
      value={value === undefined ? null : textOf(value)}
      placeholder={hintOf(schema)}
      clearable={!isRequired}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

/** A switch in its default position leaves the field out. */
export function SwitchField(props: FieldProps) {
  const { schema, value, onChange } = props;
  const { label, error } = frameOf(props);
  const usual = schema.default === true;
  return (
    <Switch
      className={classes['wide'] ?? ''}
      label={label}
      description={schema.description}
      error={error}
      checked={(value ?? usual) === true}
      onChange={(event) => onChange(event.currentTarget.checked === usual ? undefined : event.currentTarget.checked)}
    />
  );
}

export function NumberField(props: FieldProps) {
  const { schema, value, onChange } = props;
  const unit = schema['x-unit'];
  return (
    <TextInput
      {...frameOf(props)}
      inputMode="decimal"
      value={textOf(value)}
      placeholder={hintOf(schema)}
      {...(unit && { rightSection: <span className={classes['unit']}>{unit}</span>, rightSectionWidth: 48 })}
      onChange={(event) => onChange(numberOf(event.currentTarget.value))}
    />
  );
}

export function TextField(props: FieldProps) {
  const { schema, value, onChange } = props;
  const frame = frameOf(props);
  const widget = schema['x-widget'];
  const shared = { ...frame, value: textOf(value), placeholder: hintOf(schema) };
  if (widget === 'text-area' || widget === 'code')
    return (
      <Textarea
        {...shared}
        className={classes['wide'] ?? ''}
        rows={3}
        spellCheck={false}
        onChange={(event) => onChange(event.currentTarget.value || undefined)}
      />
    );
  return (
    <TextInput
      {...shared}
      className={classes['wide'] ?? ''}
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange(event.currentTarget.value || undefined)}
    />
  );
}

/** A list of texts or numbers, each a chip that can be taken away. */
export function TextsField({ choices, ...props }: FieldProps & { readonly choices?: readonly string[] }) {
  const { schema, value, onChange, errors } = props;
  const isNumbers = schema.items?.type === 'integer' || schema.items?.type === 'number';
  const list = Array.isArray(value) ? value : [];
  return (
    <TagsInput
      {...frameOf(props)}
      className={classes['wide'] ?? ''}
      error={Object.values(errors)[0]}
      placeholder={list.length === 0 ? 'Type a value and press Enter' : ''}
      data={choices ?? (schema.items?.enum ?? []).map(String)}
      value={list.map(String)}
      acceptValueOnBlur
      splitChars={[',', ' ']}
      onChange={(next) =>
        onChange(next.length === 0 ? undefined : next.map((each) => (isNumbers ? numberOf(each) : each)))
      }
    />
  );
}
