import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { CodeView } from '@watchroom/ui';
import { useState } from 'react';
import { ApiError } from '../../src/app/api-error.ts';
import { draftOf, typeOf } from '../../src/app/resources/draft.ts';
import { onlyType, type ResourceRow, type ResourceShape, type ResourceType } from '../../src/app/resources/resource.ts';
import { ResourceFields } from '../../src/app/resources/ResourceFields.tsx';
import { TypePicker } from '../../src/app/resources/TypePicker.tsx';
import { useResourceForm } from '../../src/app/resources/use-resource-form.ts';
import { useResourceTrial } from '../../src/app/resources/use-resource-trial.tsx';
import { Specimen } from '../Specimen.tsx';
import type { Story } from '../story.ts';

const text = (title: string) => ({ type: 'string', title, 'x-level': 'basic' });

const CRANE: ResourceType = {
  id: 'crane',
  title: 'Crane',
  summary: 'Lifts from ship to shore; its test is refused for a height over 100.',
  icon: null,
  form: {
    schema: {
      type: 'object',
      properties: {
        height: { type: 'integer', title: 'Height', 'x-level': 'basic' },
        cabin: text('Cabin'),
        remote: text('Remote'),
      },
      required: ['height'],
    },
    rules: [{ require: ['cabin', 'remote'], message: 'Set cabin or remote' }],
  },
  start: { height: 12 },
  test: (payload) =>
    Number(payload['height']) > 100
      ? Promise.reject(new ApiError('invalid_input', 'No', { height: 'The hook does not reach the ground' }))
      : Promise.resolve(<CodeView text={JSON.stringify(payload, null, 2)} label="What was tried" />),
};

const WINCH: ResourceType = {
  id: 'winch',
  title: 'Winch',
  summary: 'Pulls to the quay by a rope; it cannot be tested.',
  icon: null,
  form: { schema: { type: 'object', properties: { rope: text('Rope') } } },
  start: {},
};

const TYPES = [CRANE, WINCH];

/** A made-up resource: the column `type` decides the form. */
const MACHINES: ResourceShape = {
  table: 'canaries',
  noun: 'machine',
  list: { from: 'canaries' },
  head: { schema: { type: 'object', properties: { name: text('Name') }, required: ['name'] }, start: {} },
  document: { height: null, cabin: null, remote: null, rope: null },
  typeColumn: 'type',
  ...onlyType(CRANE),
};

const STORED: ResourceRow = { id: '1', name: 'south', type: 'winch', rope: 'hemp', updated_at: '', deleted_at: null };
const queries = new QueryClient();

function MachineForm({ type, row }: { readonly type: ResourceType; readonly row?: ResourceRow }) {
  const [start] = useState(() => (row ? draftOf(MACHINES, row) : { head: {}, document: type.start }));
  const form = useResourceForm(MACHINES, type, start);
  const trial = useResourceTrial(type, form, () => undefined);
  const [tab, setTab] = useState<'form' | 'code'>('form');
  return (
    <div style={{ display: 'grid', gap: 16, width: '100%' }}>
      {trial.result}
      <ResourceFields {...{ type, form, tab }} resource={MACHINES} isStored={false} onTab={setTab} />
      {trial.button}
    </div>
  );
}

function NewMachine() {
  const [id, setId] = useState<string>();
  const type = TYPES.find((each) => each.id === id);
  return type ? <MachineForm type={type} /> : <TypePicker types={TYPES} onPick={setId} />;
}

function StoredMachine() {
  const tile = typeOf(MACHINES, TYPES, STORED);
  const type = TYPES.find(({ id }) => id === tile?.id);
  return type && <MachineForm type={type} row={STORED} />;
}

export const story: Story = {
  title: 'Resource',
  render: () => (
    <QueryClientProvider client={queries}>
      <Specimen title="New">
        <NewMachine />
      </Specimen>
      <Specimen title="Stored">
        <StoredMachine />
      </Specimen>
    </QueryClientProvider>
  ),
};
