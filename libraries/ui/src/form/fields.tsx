import { ActionIcon, Button, Switch } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconCopy, IconPlus, IconX } from '@tabler/icons-react';
import { createElement, memo, use, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { isAskedFor, withConditions } from './conditions.ts';
import { asGroup, type FieldProps, frameOf } from './field-frame.ts';
import classes from './form.module.css';
import { type FormErrors, type FormSchema, type FormValue, shapeOf, withField } from './form-schema.ts';
import { MapField } from './MapField.tsx';
import { ChoiceField, NumberField, SwitchField, TextField, TextsField } from './plain-fields.tsx';
import { ShowAll } from './show-all.ts';
import { errorsUnder } from './validate.ts';
import { AuthenticationFields } from './widgets/AuthenticationFields.tsx';
import { widgetOf } from './widgets/registry.ts';
import { SourcedField } from './widgets/SecretField.tsx';

interface GroupProps {
  readonly schema: FormSchema;
  readonly value: FormValue | undefined;
  readonly names: readonly string[];
  readonly errors: FormErrors;
  readonly onChange: (value: FormValue) => void;
}

/** The fields of one object, two in a row where they are short. */
export function GroupFields({ schema, value, names, errors, onChange }: GroupProps) {
  const latest = useRef({ value, onChange, schema });
  useLayoutEffect(() => {
    latest.current = { value, onChange, schema };
  });
  const [kept] = useState(() => new Map<string, unknown>());
  // Stable, so that a key renders the one field in which it was typed.
  const set = useCallback(
    (name: string, field: unknown) => {
      const { current } = latest;
      const next = withConditions(current.schema, withField(current.value, name, field), name, kept);
      latest.current = { ...current, value: next };
      current.onChange(next);
    },
    [kept],
  );
  const field = (name: string) => {
    const one = schema.properties?.[name];
    if (!one || !isAskedFor(schema, value, name)) return null;
    return (
      <OneField
        key={name}
        name={name}
        schema={one}
        value={value?.[name]}
        isRequired={schema.required?.includes(name) ?? false}
        errors={errorsUnder(errors, name)}
        onSet={set}
      />
    );
  };
  const groupOf = (name: string) => {
    const group = schema.properties?.[name]?.['x-group'];
    return group === 'authentication' ? group : undefined;
  };
  return (
    <div className={classes['fields']}>
      {names.map((name, index) => {
        if (!groupOf(name)) return field(name);
        if (names.findIndex(groupOf) !== index) return null;
        return <AuthenticationFields key={name} {...{ schema, value, onChange, field }} />;
      })}
    </div>
  );
}

interface OneProps extends Omit<FieldProps, 'onChange'> {
  readonly onSet: (name: string, value: unknown) => void;
}

/** A field that renders only when something of its own changed, and shows its errors when it was left once. */
const OneField = memo(function OneField({ onSet, ...props }: OneProps) {
  const { name, errors } = props;
  const [isTouched, setTouched] = useState(false);
  const isShown = use(ShowAll) || isTouched;
  const onChange = useCallback((next: unknown) => onSet(name, next), [onSet, name]);
  const { '': _, ...inner } = errors;
  const hidden = WITH_FIELDS.has(shapeOf(props.schema)) && !widgetOf(props.schema) ? inner : {};
  return (
    <div className={classes['slot']} onBlur={() => setTouched(true)}>
      <Field {...props} errors={isShown ? errors : hidden} onChange={onChange} />
    </div>
  );
}, areSame);

/** Shapes whose inner fields decide themselves whether their errors show. */
const WITH_FIELDS: ReadonlySet<string> = new Set(['rows', 'group', 'variants']);

function areSame(one: OneProps, other: OneProps): boolean {
  const errors = Object.entries(one.errors);
  return (
    one.schema === other.schema &&
    one.value === other.value &&
    one.name === other.name &&
    one.isRequired === other.isRequired &&
    one.onSet === other.onSet &&
    errors.length === Object.keys(other.errors).length &&
    errors.every(([path, message]) => other.errors[path] === message)
  );
}

/** One field, edited as its schema says. */
function Field(props: FieldProps) {
  const { schema, value, errors, onChange } = props;
  const widget = widgetOf(schema);
  if (widget) return createElement(widget, props);
  switch (shapeOf(schema)) {
    case 'choice':
      return <ChoiceField {...props} />;
    case 'switch':
      return <SwitchField {...props} />;
    case 'number':
      return <NumberField {...props} />;
    case 'texts':
      return <TextsField {...props} />;
    case 'rows':
      return <RowsField {...props} />;
    case 'map':
      return <MapField {...props} />;
    case 'variants':
      return <VariantField {...props} />;
    case 'holder':
      return (
        <Field
          {...props}
          schema={{ ...schema.properties?.['value'], ...(schema.description && { description: schema.description }) }}
          value={asGroup(value)?.['value']}
          errors={{ ...errors, ...errorsUnder(errors, 'value') }}
          onChange={(next) => onChange(next === undefined ? undefined : { ...asGroup(value), value: next })}
        />
      );
    case 'sourced':
      return <SourcedField {...props} />;
    case 'group':
      return <GroupField {...props} />;
    default:
      return <TextField {...props} />;
  }
}

/** An optional object: nothing until it is set, its own fields then. */
function GroupField(props: FieldProps) {
  const { schema, value, errors, onChange } = props;
  const group = asGroup(value);
  const frame = frameOf(props);
  const names = Object.entries(schema.properties ?? {})
    .filter(([, field]) => !field['x-unsupported'])
    .map(([name]) => name);
  const fields = <GroupFields schema={schema} value={group} names={names} errors={errors} onChange={onChange} />;
  if (schema['x-open'])
    return (
      <fieldset className={classes['group']}>
        <legend>{frame.label}</legend>
        {fields}
      </fieldset>
    );
  return (
    <fieldset className={classes['group']}>
      <legend>{frame.label}</legend>
      <div className={classes['groupHead']}>
        <span>{schema.description}</span>
        {schema['x-guarded'] ? (
          <Switch
            aria-label={frame.label}
            checked={group !== undefined}
            onChange={(event) => onChange(event.currentTarget.checked ? {} : undefined)}
          />
        ) : group ? (
          <Button leftSection={<IconX size={14} />} onClick={() => onChange(undefined)}>
            Leave out
          </Button>
        ) : (
          <Button leftSection={<IconPlus size={14} />} onClick={() => onChange({})}>
            Set
          </Button>
        )}
      </div>
      {errors[''] && <p className={classes['error']}>{errors['']}</p>}
      {group && fields}
    </fieldset>
  );
}

/** One of several forms; which one shows in the value itself. */
function VariantField(props: FieldProps) {
  const { schema, value } = props;
  const variants = schema.anyOf ?? schema.oneOf ?? [];
  const fits = (variant: FormSchema) => (typeof value === 'object') === (variant.type === 'object');
  const chosen = variants.find((variant) => value !== undefined && fits(variant)) ?? variants[0] ?? {};
  const description = schema.description ?? chosen.description;
  return <Field {...props} schema={{ ...chosen, ...(description && { description }) }} />;
}

/** A list of objects, each with its own fields. */
function RowsField(props: FieldProps) {
  const { schema, value, errors, onChange } = props;
  const item = schema.items ?? {};
  const names = Object.entries(item.properties ?? {})
    .filter(([, field]) => !field['x-unsupported'])
    .map(([name]) => name);
  const rows = Array.isArray(value) ? (value as readonly unknown[]) : [];
  // What is typed in a row moves with it, so rows need an identity that their values do not give.
  const [kept, setKeys] = useState(() => rows.map((_, index) => index));
  const keys = kept.length === rows.length ? kept : rows.map((_, index) => kept[index] ?? newKey(kept) + index);
  const frame = frameOf(props);
  const arrange = (from: number, to: number) => {
    setKeys(keys.with(to, keys[from] ?? from).with(from, keys[to] ?? to));
    onChange(rows.with(to, rows[from]).with(from, rows[to]));
  };
  return (
    <fieldset className={classes['group']}>
      <legend>{frame.label}</legend>
      <div className={classes['groupHead']}>
        <span>{schema.description}</span>
        <Button
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            setKeys([...keys, newKey(keys)]);
            onChange([...rows, {}]);
          }}
        >
          Add
        </Button>
      </div>
      {errors[''] && <p className={classes['error']}>{errors['']}</p>}
      {rows.map((row, index) => (
        <div key={keys[index] ?? index} className={classes['row']}>
          <GroupFields
            schema={item}
            value={asGroup(row)}
            names={names}
            errors={errorsUnder(errors, String(index))}
            onChange={(next) => onChange(rows.with(index, next))}
          />
          <div className={classes['rowTools']}>
            <ActionIcon
              aria-label={`Move ${frame.label} ${index + 1} up`}
              disabled={index === 0}
              onClick={() => arrange(index, index - 1)}
            >
              <IconArrowUp size={15} />
            </ActionIcon>
            <ActionIcon
              aria-label={`Move ${frame.label} ${index + 1} down`}
              disabled={index === rows.length - 1}
              onClick={() => arrange(index, index + 1)}
            >
              <IconArrowDown size={15} />
            </ActionIcon>
            <ActionIcon
              aria-label={`Duplicate ${frame.label} ${index + 1}`}
              onClick={() => {
                setKeys(keys.toSpliced(index + 1, 0, newKey(keys)));
                onChange(rows.toSpliced(index + 1, 0, row));
              }}
            >
              <IconCopy size={15} />
            </ActionIcon>
            <ActionIcon
              aria-label={`Remove ${frame.label} ${index + 1}`}
              onClick={() => {
                setKeys(keys.toSpliced(index, 1));
                onChange(rows.length === 1 ? undefined : rows.toSpliced(index, 1));
              }}
            >
              <IconX size={15} />
            </ActionIcon>
          </div>
        </div>
      ))}
    </fieldset>
  );
}

function newKey(keys: readonly number[]): number {
  return Math.max(-1, ...keys) + 1;
}
