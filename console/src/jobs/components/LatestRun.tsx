import { StatusWord } from '@watchroom/ui';
import { statusOfJob } from '../job-words.ts';
import classes from './jobs.module.css';

/** How the latest run of a job went, in one cell; a dash where none ran yet. */
export function LatestRun({ status }: { readonly status: string | null }) {
  return status === null ? <span className={classes['none']}>–</span> : <StatusWord {...statusOfJob(status)} />;
}
