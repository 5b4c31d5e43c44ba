import { ActionIcon, Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { asGroup, type FieldProps, frameOf } from './field-frame.ts';
import classes from './form.module.css';
import { type FormErrors, type FormSchema, type FormValue, shapeOf, withField } from './form-schema.ts';
import { MapField } from './MapField.tsx';
import { ChoiceField, NumberField, SwitchField, TextField, TextsField } from './plain-fields.tsx';
import { errorsUnder } from './validate.ts';

interface GroupProps {
  readonly schema: FormSchema;
  readonly value: FormValue | undefined;
  readonly names: readonly string[];
  readonly errors: FormErrors;
  readonly onChange: (value: FormValue) => void;
}

/** The fields of one object, two in a row where they are short. */
export function GroupFields({ schema, value, names, errors, onChange }: GroupProps) {
  return (
    <div className={classes['fields']}>
      {names.map((name) => {
        const field = schema.properties?.[name];
        if (!field) return null;
        return (
          <Field
            key={name}
            name={name}
            schema={field}
            value={value?.[name]}
            isRequired={schema.required?.includes(name) ?? false}
            errors={errorsUnder(errors, name)}
            onChange={(next) => onChange(withField(value, name, next))}
          />
        );
      })}
    </div>
  );
}

/** One field, edited as its schema says. */
function Field(props: FieldProps) {
  const { schema, value, errors, onChange } = props;
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
  return (
    <fieldset className={classes['group']}>
      <legend>{frame.label}</legend>
      <div className={classes['groupHead']}>
        <span>{schema.description}</span>
        {group ? (
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
      {group && <GroupFields schema={schema} value={group} names={names} errors={errors} onChange={onChange} />}
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
  const frame = frameOf(props);
  return (
    <fieldset className={classes['group']}>
      <legend>{frame.label}</legend>
      <div className={classes['groupHead']}>
        <span>{schema.description}</span>
        <Button leftSection={<IconPlus size={14} />} onClick={() => onChange([...rows, {}])}>
          Add
        </Button>
      </div>
      {errors[''] && <p className={classes['error']}>{errors['']}</p>}
      {rows.map((row, index) => (
        // Rows have no identity of their own; they are only appended and removed.
        <div key={index} className={classes['row']}>
          <GroupFields
            schema={item}
            value={asGroup(row)}
            names={names}
            errors={errorsUnder(errors, String(index))}
            onChange={(next) => onChange(rows.with(index, next))}
          />
          <ActionIcon
            aria-label={`Remove ${frame.label} ${index + 1}`}
            onClick={() => onChange(rows.length === 1 ? undefined : rows.toSpliced(index, 1))}
          >
            <IconX size={15} />
          </ActionIcon>
        </div>
      ))}
    </fieldset>
  );
}
