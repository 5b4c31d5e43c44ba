import { type FieldCondition, type FormSchema, type FormValue, withField } from './form-schema.ts';

/** Whether a field is asked for. A value that a document already has is shown whatever the condition says. */
export function isAskedFor(schema: FormSchema, value: FormValue | undefined, name: string): boolean {
  const { 'x-when': condition, deprecated = false } = schema.properties?.[name] ?? {};
  return value?.[name] !== undefined || (!deprecated && (!condition || holds(condition, schema, value)));
}

/**
 * The value after one field changed. Fields that depend on it and are no longer asked for leave the value and go to
 * `kept`; those that are asked for again come back from there.
 */
export function withConditions(schema: FormSchema, value: FormValue, changed: string, kept: Map<string, unknown>) {
  let next = value;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const condition = field['x-when'];
    if (condition?.field !== changed) continue;
    if (!holds(condition, schema, next)) {
      if (next[name] !== undefined) kept.set(name, next[name]);
      next = withField(next, name, undefined);
    } else if (next[name] === undefined && kept.has(name)) next = withField(next, name, kept.get(name));
  }
  return next;
}

function holds(condition: FieldCondition, schema: FormSchema, value: FormValue | undefined): boolean {
  const other = value?.[condition.field] ?? schema.properties?.[condition.field]?.default;
  return (condition.in?.includes(other) ?? true) && !(condition.notIn?.includes(other) ?? false);
}
