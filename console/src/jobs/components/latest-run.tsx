import { StatusWord } from '@watchroom/ui';
import type { ListColumn } from '../../app/table/table-shape.ts';
import { statusOfJob } from '../job-words.ts';
import classes from './jobs.module.css';

/** Column of a `*_with_status` view: how the latest run of the row's job went. */
export const JOB_STATUS: ListColumn<{ readonly job_status: string | null }> = {
  id: 'job_status',
  title: 'Job status',
  width: 'minmax(90px, 0.6fr)',
  isBadge: true,
  cell: ({ job_status: status }) =>
    status === null ? <span className={classes['none']}>–</span> : <StatusWord {...statusOfJob(status)} />,
};
