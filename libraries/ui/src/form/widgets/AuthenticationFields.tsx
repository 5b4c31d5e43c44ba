import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import classes from '../form.module.css';
import type { FormSchema, FormValue } from '../form-schema.ts';
import { authenticationOf, authenticationsOf, withAuthentication } from './choices.ts';

/** What a widget for several fields of one object gets. */
export interface GroupWidgetProps {
  readonly schema: FormSchema;
  readonly value: FormValue | undefined;
  readonly onChange: (value: FormValue) => void;
  readonly field: (name: string) => ReactNode;
}

/** The way of signing in, with the credentials that it takes. */
export function AuthenticationFields({ schema, value, onChange, field }: GroupWidgetProps) {
  const [chosen, setChosen] = useState(() => authenticationOf(value));
  const found = authenticationOf(value);
  // A way that is chosen and has no credentials yet leaves no trace in the value.
  const type = found === 'None' ? chosen : found;
  return (
    <>
      <Select
        className={classes['wide'] ?? ''}
        label="Authentication"
        data={[...authenticationsOf(schema)]}
        value={type}
        allowDeselect={false}
        onChange={(next) => {
          const wanted = authenticationsOf(schema).find((each) => each === next) ?? 'None';
          setChosen(wanted);
          onChange(withAuthentication(value, wanted));
        }}
      />
      {type !== 'None' && field('username')}
      {type !== 'None' && field('password')}
    </>
  );
}
