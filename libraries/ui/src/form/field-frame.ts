import type { ReactNode } from 'react';
import classes from './form.module.css';
import { fieldTitle, type FormErrors, type FormSchema, type FormValue } from './form-schema.ts';

export interface FieldProps {
  readonly name: string;
  readonly schema: FormSchema;
  readonly value: unknown;
  readonly isRequired: boolean;
  /** Errors at (empty path) and under this field. */
  readonly errors: FormErrors;
  /** `undefined` leaves the field out. */
  readonly onChange: (value: unknown) => void;
}

/** One of several widgets for a field. */
export type FieldWidget = (props: FieldProps) => ReactNode;

/** Label, description and error, the same on every field. */
export function frameOf({ name, schema, isRequired, errors }: FieldProps) {
  return {
    className: classes['field'] ?? '',
    label: fieldTitle(name, schema),
    description: schema.description,
    error: errors[''],
    withAsterisk: isRequired,
  };
}

/** What stands in the empty field: the default, else an example. */
export function hintOf(schema: FormSchema): string {
  const usual = textOf(schema.default);
  if (usual) return usual;
  const example = schema.examples?.[0];
  if (typeof example === 'string' || typeof example === 'number') return String(example);
  return schema['x-widget'] === 'duration' ? '30s' : '';
}

export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
}

/** A text that is no number stays as typed, so that nothing is lost and the error names it. */
export function numberOf(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return Number.isNaN(Number(trimmed)) ? text : Number(trimmed);
}

export function asGroup(value: unknown): FormValue | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as FormValue) : undefined;
}
