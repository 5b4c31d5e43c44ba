import { type FormSchema, type FormValue, SchemaForm } from '@watchroom/ui';
import { useState } from 'react';
import type { Story } from '../story.ts';

const FIELDS: readonly FormSchema[] = [
  { type: 'string', description: 'A text' },
  { type: 'integer', description: 'A number' },
  { enum: ['one', 'two', 'three'] },
];

const SCHEMA: FormSchema = {
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => [`field${at + 1}`, { ...FIELDS[at % FIELDS.length], 'x-level': 'basic' }]),
  ),
};

function LongForm() {
  const [value, setValue] = useState<FormValue>({});
  return <SchemaForm schema={SCHEMA} value={value} errors={{}} onChange={setValue} />;
}

/** Sixty fields, as many as the largest kinds have. */
export const story: Story = {
  title: 'Form of sixty fields',
  render: () => <LongForm />,
};
