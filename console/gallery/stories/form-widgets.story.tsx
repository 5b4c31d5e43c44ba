import { IconDatabase, IconServer, IconWorld } from '@tabler/icons-react';
import { CodeView, type FormErrors, type FormSchema, type FormValue, SchemaForm } from '@watchroom/ui';
import { type ComponentProps, useState } from 'react';
import { Specimen } from '../Specimen.tsx';
import type { Story } from '../story.ts';

const TEXT: FormSchema = { type: 'string' };
const FLAG: FormSchema = { type: 'boolean' };
const MAP = { type: 'object', additionalProperties: TEXT } as const;

const keyRef = (): FormSchema => ({ type: 'object', properties: { name: TEXT, key: TEXT } });
const sourced = (field: FormSchema): FormSchema => ({
  type: 'object',
  ...field,
  properties: {
    value: { type: 'string', 'x-widget': 'secret' },
    valueFrom: { type: 'object', properties: { configMapKeyRef: keyRef(), secretKeyRef: keyRef() } },
  },
});

const FIELDS: Readonly<Record<string, FormSchema>> = {
  usual: { type: 'string', 'x-widget': 'schedule', title: 'Schedule' },
  short: { type: 'string', 'x-widget': 'schedule', 'x-schedule': 'short', title: 'Short schedule' },
  medium: { type: 'string', 'x-widget': 'schedule', 'x-schedule': 'medium', title: 'Medium schedule' },
  generic: { type: 'string', 'x-widget': 'schedule', 'x-schedule': 'generic', title: 'Generic schedule' },
  timeout: { type: 'string', 'x-widget': 'duration', description: 'How long an answer may take' },
  window: { type: 'integer', 'x-widget': 'duration', 'x-stored': 'nanoseconds' },
  token: sourced({ description: 'Sent with every request' }),
  passphrase: { type: 'string', 'x-widget': 'secret', description: 'Opens the key' },
  icon: { type: 'string', 'x-widget': 'icon', examples: ['world'] },
  connection: { type: 'string', 'x-widget': 'connection', 'x-connections': ['postgres'] },
  username: { type: 'string', 'x-group': 'authentication' },
  password: { type: 'string', 'x-widget': 'secret', 'x-group': 'authentication' },
  digest: { ...FLAG, 'x-group': 'authentication' },
  ntlm: { ...FLAG, 'x-group': 'authentication' },
  ntlmv2: { ...FLAG, 'x-group': 'authentication' },
  test: {
    type: 'object',
    'x-widget': 'script',
    properties: { template: TEXT, javascript: TEXT, expr: TEXT, jsonPath: TEXT },
  },
  headers: { ...MAP, 'x-widget': 'key-values', description: 'Sent with the request' },
  labels: { ...MAP, 'x-widget': 'labels' },
  responseCodes: { type: 'array', items: { type: 'integer' }, 'x-widget': 'response-codes' },
  memory: { type: 'string', 'x-widget': 'memory', description: 'Most that it may take' },
  cpu: { type: 'string', 'x-widget': 'millicores', title: 'CPU' },
  selector: {
    type: 'object',
    'x-widget': 'selector',
    description: 'Which components it is about',
    properties: { name: TEXT, namespace: TEXT, labelSelector: TEXT, types: { type: 'array', items: TEXT } },
  },
  tls: { type: 'object', 'x-guarded': true, properties: { ca: TEXT, insecureSkipVerify: FLAG } },
  rows: {
    type: 'array',
    title: 'Metrics',
    items: { type: 'object', required: ['name'], properties: { name: TEXT, value: TEXT } },
  },
  method: { enum: ['GET', 'POST'], default: 'GET' },
  body: { type: 'string', 'x-widget': 'text-area', 'x-when': { field: 'method', notIn: ['GET'] } },
};

const SCHEMA: FormSchema = {
  type: 'object',
  required: ['timeout'],
  properties: Object.fromEntries(
    Object.entries(FIELDS).map(([name, field]) => [name, { ...field, 'x-level': 'basic' }]),
  ),
};

const FILLED: FormValue = {
  usual: '@every 5m',
  timeout: '10s',
  window: 9e12,
  token: { valueFrom: { secretKeyRef: { name: 'payments', key: 'token' } } },
  passphrase: '••••••••',
  icon: 'database',
  connection: 'connection://monitoring/orders',
  username: 'operator',
  password: '••••••••',
  ntlm: true,
  test: { expr: 'code == 200' },
  headers: { Accept: 'application/json' },
  labels: { team: 'payments', region: 'eu-central-1' },
  responseCodes: [200, 204],
  memory: '2Gi',
  cpu: '500m',
  selector: { name: 'orders', types: ['Deployment'] },
  tls: { ca: 'internal' },
  rows: [
    { name: 'first', value: '1' },
    { name: 'second', value: '2' },
  ],
  method: 'POST',
  body: 'hello',
};

const WRONG: FormErrors = {
  usual: 'This is not a schedule',
  timeout: 'This field is required',
  'token.valueFrom.secretKeyRef.key': 'This field is required',
  passphrase: 'This field is required',
  icon: 'There is no such icon',
  connection: 'There is no such connection',
  'test.expr': 'This expression does not end',
  'labels.region': 'There is no region of this name',
  responseCodes: 'Not above 599',
  memory: 'This does not have the expected format',
  'rows.1.name': 'This field is required',
};

const SOURCES: ComponentProps<typeof SchemaForm>['sources'] = {
  connections: async (types) =>
    ['orders', 'invoices', 'mail']
      .filter((name) => !types?.includes('postgres') || name !== 'mail')
      .map((name) => ({ value: `connection://monitoring/${name}`, label: `monitoring/${name}` })),
  secrets: async () => ['payments', 'registry'].map((name) => ({ value: name, label: name })),
  icons: [
    { name: 'database', icon: <IconDatabase /> },
    { name: 'server', icon: <IconServer /> },
    { name: 'world', icon: <IconWorld /> },
  ],
};

type Shared = Pick<ComponentProps<typeof SchemaForm>, 'sources' | 'isDisabled'>;

interface FormProps extends Shared {
  readonly title: string;
  readonly start: FormValue;
  readonly errors?: FormErrors;
}

function Form({ title, start, errors = {}, ...shared }: FormProps) {
  const [value, setValue] = useState(start);
  return (
    <Specimen title={title}>
      <div style={{ width: '100%' }}>
        <SchemaForm schema={SCHEMA} value={value} errors={errors} onChange={setValue} {...shared} />
        <CodeView label={`${title}: value`} text={JSON.stringify(value, null, 2)} />
      </div>
    </Specimen>
  );
}

/** Every widget of the forms. The first form has sources for its choices, except for config maps. */
export const story: Story = {
  title: 'Widgets of forms',
  render: () => (
    <>
      <Form title="Filled" start={FILLED} sources={SOURCES} />
      <Form title="Empty, without sources" start={{}} />
      <Form
        title="With errors"
        start={{ ...FILLED, timeout: undefined, passphrase: undefined }}
        errors={WRONG}
        sources={SOURCES}
      />
      <Form title="Disabled" start={FILLED} sources={SOURCES} isDisabled />
    </>
  ),
};
