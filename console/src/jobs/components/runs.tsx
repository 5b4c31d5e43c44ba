import { CodeView, listedTimeRange, RelativeTime, StatusWord } from '@watchroom/ui';
import { useMemo } from 'react';
import { agentName } from '../../app/agent-name.ts';
import { TableList } from '../../app/table/TableList.tsx';
import { defineList } from '../../app/table/table-shape.ts';
import { jobDetails } from '../job-details.ts';
import { DURATIONS, RESOURCE_TYPES, resourceTypeWord, STATUS_OPTIONS, statusOfJob } from '../job-words.ts';
import { Count, Duration, Name, Resource } from './cells.tsx';
import { ErrorLines } from './ErrorLines.tsx';

const STATUS = { type: 'choices', id: 'status', title: 'Status', options: STATUS_OPTIONS } as const;
const DURATION = {
  type: 'least',
  id: 'duration',
  column: 'duration_millis',
  title: 'Duration',
  options: DURATIONS,
} as const;

/** Every run of every job. */
export const RUNS = defineList({
  label: 'Job history',
  nouns: 'jobs',
  from: 'job_histories',
  select: `id, name, agent, resource_id, resource_type, resource_name, status, time_start, time_end, duration_millis,
    success_count, error_count, created_at, hostname, details`,
  key: 'id',
  search: { columns: ['name', 'resource_name'], placeholder: 'Search by job or resource' },
  filters: [
    { type: 'choices', id: 'name', title: 'Job Name', options: { from: 'job_history_names', column: 'name' } },
    { type: 'choices', id: 'resource_type', title: 'Resource type', options: RESOURCE_TYPES },
    { ...STATUS, initial: 'SUCCESS:-1' },
    DURATION,
  ],
  groupBy: [
    { id: 'name', title: 'job', value: ({ name }) => name },
    { id: 'status', title: 'status', value: ({ status }) => status, heading: (status) => statusOfJob(status).word },
    { id: 'resource_type', title: 'resource type', value: (run) => run.resource_type, heading: resourceTypeWord },
  ],
  isSelectable: true,
  range: { column: 'created_at', initial: listedTimeRange('2d') },
  sort: { by: 'created_at', isDescending: true },
  pageSize: 150,
  columns: [
    { id: 'name', title: 'Job', width: 'minmax(170px, 1.4fr)', cell: ({ name }) => <Name text={name} /> },
    {
      id: 'status',
      title: 'Status',
      width: 'minmax(90px, 0.5fr)',
      isBadge: true,
      cell: ({ status }) => <StatusWord {...statusOfJob(status)} />,
    },
    {
      id: 'resource_name',
      title: 'Resource',
      width: 'minmax(180px, 1.6fr)',
      cell: (run) => <Resource name={run.resource_name} type={run.resource_type} />,
    },
    {
      id: 'duration_millis',
      title: 'Duration',
      width: 'minmax(76px, 0.5fr)',
      align: 'right',
      cell: (run) => <Duration milliseconds={run.duration_millis} />,
    },
    {
      id: 'success_count',
      title: 'Success',
      width: 'minmax(66px, 0.4fr)',
      align: 'right',
      cell: (run) => <Count value={run.success_count} />,
    },
    {
      id: 'error_count',
      title: 'Errors',
      width: 'minmax(58px, 0.4fr)',
      align: 'right',
      cell: (run) => <Count value={run.error_count} isBad />,
    },
    {
      id: 'time_start',
      title: 'Started',
      width: 'minmax(80px, 0.5fr)',
      align: 'right',
      cell: (run) => <RelativeTime time={run.time_start} />,
    },
    {
      id: 'created_at',
      title: 'Recorded',
      width: 'minmax(80px, 0.5fr)',
      align: 'right',
      isOptional: true,
      cell: (run) => <RelativeTime time={run.created_at} />,
    },
    {
      id: 'agent',
      title: 'Agent',
      width: 'minmax(90px, 0.6fr)',
      isUnsorted: true,
      isOptional: true,
      cell: (run) => <Name text={agentName(run.agent)} />,
    },
    {
      id: 'hostname',
      title: 'Host',
      width: 'minmax(100px, 0.8fr)',
      isOptional: true,
      cell: (run) => <Name text={run.hostname} />,
    },
  ],
  empty: 'Each run of a background job appears here: what it did, how long it took and what failed.',
  details: {
    title: ({ name }) => `Details for job ${name ?? ''}`,
    tabs: (run) => {
      const { errors, scrapeSummary, reconcileSummary } = jobDetails(run.details);
      const summaries = [
        { id: 'scrape', title: 'Scrape Summary', text: scrapeSummary },
        { id: 'reconcile', title: 'Reconcile Summary', text: reconcileSummary },
      ].filter(({ text }) => text !== '');
      return [
        ...(errors.length > 0 ? [{ id: 'errors', title: 'Errors', content: <ErrorLines errors={errors} /> }] : []),
        ...summaries.map(({ id, title, text }) => ({ id, title, content: <CodeView text={text} label={title} /> })),
      ];
    },
  },
});

// What tells resources apart is said by the page around it.
const OF_ONE = {
  ...RUNS,
  filters: [STATUS, DURATION],
  groupBy: RUNS.groupBy?.filter(({ id }) => id !== 'resource_type') ?? [],
  columns: RUNS.columns.filter(({ id }) => id !== 'resource_name' && id !== 'agent'),
  search: { columns: ['name'], placeholder: 'Search by job' },
  empty: 'Each run of a job for this resource appears here: what it did, how long it took and what failed.',
};

interface Props {
  /** As the runs name it, for example `canary`. */
  readonly resourceType: string;
  readonly resourceId: string;
}

/** The runs that worked on one resource, with all of what they show in the address. */
export function ResourceRuns({ resourceType, resourceId }: Props) {
  const list = useMemo(
    () => ({ ...OF_ONE, where: { resource_type: `eq.${resourceType}`, resource_id: `eq.${resourceId}` } }),
    [resourceType, resourceId],
  );
  return <TableList list={list} />;
}
