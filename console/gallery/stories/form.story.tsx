import { type FormErrors, type FormSchema, type FormValue, SchemaForm } from '@watchroom/ui';
import { useState } from 'react';
import { Specimen } from '../Specimen.tsx';
import type { Story } from '../story.ts';

const basic = (field: FormSchema): FormSchema => ({ ...field, 'x-level': 'basic' });

const SCHEMA: FormSchema = {
  type: 'object',
  required: ['name', 'url'],
  properties: {
    name: basic({ type: 'string', description: 'Name of the check, unique in its canary' }),
    url: basic({ type: 'string', description: 'Address to ask', examples: ['https://example.com'] }),
    method: basic({ enum: ['GET', 'POST', 'PUT'], default: 'GET', description: 'HTTP method' }),
    replicas: basic({ type: 'integer', minimum: 0, default: 1 }),
    maxSSLExpiry: basic({ type: 'integer', 'x-unit': 'days', description: 'Fails when the certificate ends sooner' }),
    isActive: basic({ type: 'boolean', description: 'Runs while it is on' }),
    responseContent: basic({ type: 'string', 'x-widget': 'textarea' }),
    tags: basic({ type: 'array', items: { type: 'string' } }),
    labels: basic({ type: 'object', additionalProperties: { type: 'string' } }),
    rows: basic({
      type: 'array',
      items: { type: 'object', properties: { key: { type: 'string' }, value: { type: 'string' } } },
    }),
    retries: basic({
      type: 'object',
      properties: { maxRetries: { type: 'integer' }, interval: { type: 'string', description: 'Pause between two' } },
    }),
    proxy: { type: 'string', description: 'Behind "More fields"' },
  },
};

const FILLED: FormValue = {
  name: 'a check with a name that is far too long for the field in which it stands on a phone or even on a desk',
  url: 'https://example.com/health',
  method: 'POST',
  replicas: 3,
  maxSSLExpiry: 14,
  isActive: true,
  tags: ['one', 'two'],
  labels: { team: 'payments', region: 'eu-central-1' },
  rows: [{ key: 'Accept', value: 'application/json' }],
  retries: { maxRetries: 2 },
};

const WRONG: FormErrors = {
  name: 'This field is required',
  url: 'This is no address of the web',
  replicas: 'It must be at least 0',
  'labels.team': 'There is no team of this name',
};

function Form({ start, errors = {} }: { readonly start: FormValue; readonly errors?: FormErrors }) {
  const [value, setValue] = useState(start);
  return (
    <div style={{ width: '100%' }}>
      <SchemaForm schema={SCHEMA} value={value} errors={errors} onChange={setValue} />
    </div>
  );
}

export const story: Story = {
  title: 'Form',
  render: () => (
    <>
      <Specimen title="Empty">
        <Form start={{}} />
      </Specimen>
      <Specimen title="Filled">
        <Form start={FILLED} />
      </Specimen>
      <Specimen title="With errors">
        <Form start={{ replicas: -1, labels: { team: 'nobody' } }} errors={WRONG} />
      </Specimen>
    </>
  ),
};
