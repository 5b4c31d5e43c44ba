import { Button } from '@mantine/core';
import { type FormCodeTab, FormCodeTabs, type FormSchema, SchemaForm, useYamlDocument } from '@watchroom/ui';
import { useState } from 'react';
import type { Story } from '../story.ts';

const TEXT = `# Owned by the shop
name: shop
method: GET   # no body
url: https://example.org/health
replicas: "two"
colour: red
labels:
  team: payments
`;

const SCHEMA: FormSchema = {
  type: 'object',
  required: ['name', 'schedule'],
  additionalProperties: false,
  properties: {
    name: { type: 'string', description: 'Name of the check', 'x-level': 'basic' },
    schedule: { type: 'string', description: 'When it runs', default: '@every 30s', 'x-level': 'basic' },
    method: { enum: ['GET', 'POST', 'PUT'], description: 'HTTP method', default: 'GET', 'x-level': 'basic' },
    url: { type: 'string', description: 'Address to ask', 'x-level': 'basic' },
    replicas: { type: 'integer', description: '0 pauses it', 'x-level': 'basic' },
    labels: { type: 'object', additionalProperties: { type: 'string' }, 'x-level': 'basic' },
  },
};

const ERRORS = { 'labels.team': 'There is no team of this name' };

function Pair() {
  const address = new URLSearchParams(location.search);
  const document = useYamlDocument(TEXT);
  const [tab, setTab] = useState<FormCodeTab>(address.get('tab') === 'form' ? 'form' : 'code');
  return (
    <>
      <FormCodeTabs
        document={document}
        schema={SCHEMA}
        errors={ERRORS}
        tab={tab}
        onTab={setTab}
        isReadOnly={address.has('read-only')}
      >
        {(value, onChange) => <SchemaForm schema={SCHEMA} value={value} errors={{}} onChange={onChange} />}
      </FormCodeTabs>
      <div>
        <Button variant="filled" disabled={!document.isValid || !document.isChanged}>
          Save
        </Button>
      </div>
    </>
  );
}

export const story: Story = { title: 'Form and code', render: () => <Pair /> };
