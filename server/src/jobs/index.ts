export type { Job, JobOutcome } from './define.ts';
export { jobHistoryRetention } from './maintenance.ts';
export { registerJobRoutes } from './routes.ts';
export { type ProcessRegistration, registerProcess } from './processes.ts';
export { prepareJobs, requestJob, startJobs } from './runner.ts';
