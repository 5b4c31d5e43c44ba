import { CodeView, listedTimeRange, RelativeTime, StatusWord } from '@watchroom/ui';
import { TableList } from '../../app/table/TableList.tsx';
import { TablePage } from '../../app/table/TablePage.tsx';
import { defineList } from '../../app/table/table-shape.ts';
import { Count, Duration, Name, Resource } from '../components/cells.tsx';
import { ErrorLines } from '../components/ErrorLines.tsx';
import { jobDetails } from '../job-details.ts';
import { agentName, DURATIONS, RESOURCE_TYPES, STATUS_OPTIONS, statusOfJob } from '../job-words.ts';

const RUNS = defineList({
  label: 'Job history',
  from: 'job_histories',
  select: `id, name, agent, resource_id, resource_type, resource_name, status, time_start, time_end, duration_millis,
    success_count, error_count, created_at, hostname, details`,
  key: 'id',
  search: { columns: ['name', 'resource_name'], placeholder: 'Search by job or resource' },
  filters: [
    { type: 'choices', id: 'name', title: 'Job Name', options: { from: 'job_history_names', column: 'name' } },
    { type: 'choices', id: 'resource_type', title: 'Resource Type', options: RESOURCE_TYPES },
    { type: 'choices', id: 'status', title: 'Status', options: STATUS_OPTIONS, initial: 'SUCCESS:-1' },
    { type: 'least', id: 'duration', column: 'duration_millis', title: 'Duration', options: DURATIONS },
  ],
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
  empty: 'Each run of a job in the background stands here: what it did, how long it took and what failed.',
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

/** The history of the jobs in the background. */
export function JobsPage() {
  return <TablePage title="Jobs History" lists={[{ id: 'runs', title: 'Runs', content: <TableList list={RUNS} /> }]} />;
}
