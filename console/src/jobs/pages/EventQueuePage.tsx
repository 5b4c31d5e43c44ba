import { CodeView, RelativeTime, writeChoices } from '@watchroom/ui';
import { TableList } from '../../app/table/TableList.tsx';
import { TablePage } from '../../app/table/TablePage.tsx';
import { defineList } from '../../app/table/table-shape.ts';
import { Count, ErrorText, Name, NextAttempt } from '../components/cells.tsx';
import { ErrorLines } from '../components/ErrorLines.tsx';
import { ATTEMPTS } from '../job-words.ts';

const SUMMARY = defineList({
  label: 'Event queue',
  nouns: 'events',
  from: 'event_queue_summary',
  select: 'name, pending, failed, average_attempts, first_failure, last_failure, most_common_error',
  key: 'name',
  search: { columns: ['name', 'most_common_error'], placeholder: 'Search by event or error' },
  sort: { by: 'last_failure', isDescending: true },
  pageSize: 50,
  paging: 'endless',
  columns: [
    { id: 'name', title: 'Event', width: 'minmax(160px, 1fr)', cell: ({ name }) => <Name text={name} /> },
    {
      id: 'pending',
      title: 'Pending',
      width: 'minmax(70px, 0.4fr)',
      align: 'right',
      cell: ({ pending }) => <Count value={pending} />,
    },
    {
      id: 'failed',
      title: 'Failed',
      width: 'minmax(64px, 0.4fr)',
      align: 'right',
      cell: ({ failed }) => <Count value={failed} isBad />,
    },
    {
      id: 'average_attempts',
      title: 'Average attempts',
      width: 'minmax(116px, 0.6fr)',
      align: 'right',
      cell: (row) => <Count value={row.average_attempts} />,
    },
    {
      id: 'first_failure',
      title: 'First failure',
      width: 'minmax(86px, 0.5fr)',
      align: 'right',
      cell: (row) => <RelativeTime time={row.first_failure} />,
    },
    {
      id: 'last_failure',
      title: 'Last failure',
      width: 'minmax(86px, 0.5fr)',
      align: 'right',
      cell: (row) => <RelativeTime time={row.last_failure} />,
    },
    {
      id: 'most_common_error',
      title: 'Most common error',
      width: 'minmax(200px, 2fr)',
      cell: (row) => <ErrorText text={row.most_common_error} />,
    },
  ],
  empty: 'The queue is empty: every event has been handled. Waiting and failed events appear here by name.',
  href: ({ name }) => `/settings/event-queue-status?tab=failed&name=${encodeURIComponent(writeChoices({ [name]: 1 }))}`,
});

const FAILED = defineList({
  label: 'Failed events',
  nouns: 'events',
  from: 'failed_events',
  select: 'id, name, properties, error, attempts, created_at, last_attempt, next_attempt',
  key: 'id',
  search: { columns: ['error'], placeholder: 'Search in errors' },
  filters: [
    { type: 'choices', id: 'name', title: 'Event', options: { from: 'event_queue_summary', column: 'name' } },
    { type: 'least', id: 'attempts', column: 'attempts', title: 'Attempts', options: ATTEMPTS },
  ],
  groupBy: [{ id: 'name', title: 'event', value: ({ name }) => name }],
  isSelectable: true,
  sort: { by: 'last_attempt', isDescending: true },
  pageSize: 150,
  columns: [
    { id: 'name', title: 'Event', width: 'minmax(160px, 0.7fr)', cell: ({ name }) => <Name text={name} /> },
    { id: 'error', title: 'Error', width: 'minmax(240px, 2fr)', cell: ({ error }) => <ErrorText text={error} /> },
    {
      id: 'attempts',
      title: 'Attempts',
      width: 'minmax(70px, 0.3fr)',
      align: 'right',
      cell: ({ attempts }) => <Count value={attempts} />,
    },
    {
      id: 'last_attempt',
      title: 'Last attempt',
      width: 'minmax(90px, 0.4fr)',
      align: 'right',
      cell: (event) => <RelativeTime time={event.last_attempt} />,
    },
    {
      id: 'next_attempt',
      title: 'Next attempt',
      width: 'minmax(100px, 0.4fr)',
      align: 'right',
      cell: (event) => <NextAttempt time={event.next_attempt} />,
    },
    {
      id: 'created_at',
      title: 'Written',
      width: 'minmax(80px, 0.4fr)',
      align: 'right',
      isOptional: true,
      cell: (event) => <RelativeTime time={event.created_at} />,
    },
  ],
  empty: 'No reaction to an event has failed. A failed one appears here with its error and next attempt.',
  details: {
    title: ({ name }) => `Failed event ${name}`,
    tabs: ({ error, properties }) => [
      { id: 'error', title: 'Error', content: <ErrorLines errors={[{ name: '', text: error ?? '' }]} /> },
      {
        id: 'properties',
        title: 'Properties',
        content: <CodeView text={JSON.stringify(properties, null, 2)} label="Properties" />,
      },
    ],
  },
});

/** What waits in the event queue, and what failed there. */
export function EventQueuePage() {
  return (
    <TablePage
      title="Event Queue Status"
      lists={[
        { id: 'summary', title: 'Summary', content: () => <TableList key="summary" list={SUMMARY} /> },
        { id: 'failed', title: 'Failed events', content: () => <TableList key="failed" list={FAILED} /> },
      ]}
    />
  );
}
