export { enqueueSql } from './events/enqueue.ts';
export { registerProcess } from './processes.ts';
export { requestJob, startJobs } from './runner.ts';
export { requestOnChange } from './wake.ts';
