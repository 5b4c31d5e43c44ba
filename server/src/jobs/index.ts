export type { Job, JobContext, JobOutcome } from './define.ts';
export { thinHistory } from './history.ts';
export { jobHistoryRetention } from './maintenance.ts';
export { registerJobRoutes } from './routes.ts';
export { type ProcessRegistration, registerProcess } from './processes.ts';
export { type JobRunner, prepareJobs, requestJob, runJob, startJobs } from './runner.ts';
