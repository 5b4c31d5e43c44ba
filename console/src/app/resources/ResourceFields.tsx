import { TextInput } from '@mantine/core';
import { FormCodeTabs, type FormErrors, type FormSchema, Notice, SchemaForm, Skeleton } from '@watchroom/ui';
import { Suspense, useMemo } from 'react';
import { EntriesForm } from './EntriesForm.tsx';
import type { ResourceShape, ResourceType } from './resource.ts';
import classes from './resources.module.css';
import type { ResourceFormState } from './use-resource-form.ts';

interface Props {
  readonly resource: ResourceShape;
  readonly type: ResourceType;
  readonly form: ResourceFormState;
  /** Whether it exists already: what never changes is shown and not asked. */
  readonly isStored: boolean;
  readonly tab: 'form' | 'code';
  readonly onTab: (tab: 'form' | 'code') => void;
}

/** The columns above, and the document as Form or Code. */
export function ResourceFields({ resource, type, form, isStored, tab, onTab }: Props) {
  const { schema, fixed = [] } = resource.head;
  const shownOnly = isStored ? fixed : [];
  const schemaOfCode = useMemo(() => codeSchema(type), [type]);
  return (
    <Suspense fallback={<Skeleton height="220px" />}>
      <fieldset className={classes['plain']}>
        <legend className="ui-hidden">About it</legend>
        {shownOnly.length > 0 && (
          <div className={classes['fixed']}>
            {shownOnly.map((name) => (
              <TextInput
                key={name}
                label={schema.properties?.[name]?.title ?? name}
                readOnly
                value={wordsOf(form.head[name])}
              />
            ))}
          </div>
        )}
        <SchemaForm
          schema={schema}
          value={form.head}
          errors={form.errors.head}
          showAll={form.isAsked}
          omit={shownOnly}
          onChange={form.setHead}
        />
      </fieldset>
      {form.errors.other.map((message) => (
        <Notice key={message} tone="unhealthy">
          {message}
        </Notice>
      ))}
      {tab === 'code' && form.isAsked && <CodeErrors errors={form.errors.document} />}
      <FormCodeTabs
        document={form.document}
        schema={schemaOfCode}
        errors={form.isAsked ? form.errors.document : NONE}
        tab={tab}
        onTab={onTab}
        isCodeOnly={!type.form}
      >
        {(value, onChange) =>
          type.form && (
            <div className={classes['plain']}>
              <EntriesForm
                form={type.form}
                value={value}
                errors={form.errors.document}
                showAll={form.isAsked}
                onChange={onChange}
              />
            </div>
          )
        }
      </FormCodeTabs>
    </Suspense>
  );
}

/** Where no field is in sight, its error stands in words. */
function CodeErrors({ errors }: { readonly errors: FormErrors }) {
  const places = Object.entries(errors);
  if (places.length === 0) return null;
  return (
    <Notice tone="unhealthy">
      <ul className={classes['places']}>
        {places.slice(0, MOST_PLACES).map(([path, message]) => (
          <li key={path}>
            <code>{path}</code>: {message}
          </li>
        ))}
        {places.length > MOST_PLACES && <li>and {places.length - MOST_PLACES} more, marked in the code</li>}
      </ul>
    </Notice>
  );
}

const MOST_PLACES = 5;
const NONE = {};

function wordsOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The schema of the whole document, for completion in the editor. */
function codeSchema({ form }: ResourceType): FormSchema | undefined {
  if (!form) return undefined;
  const { schema, entries } = form;
  const list = entries && { [entries.key]: { type: 'array', items: entries.schema } };
  return { ...schema, properties: { ...schema.properties, ...list } };
}
