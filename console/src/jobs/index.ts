export { LatestRun } from './components/LatestRun.tsx';

// Each page is a file of its own.
export const loadEventQueuePage = () => import('./pages/EventQueuePage.tsx').then((file) => file.EventQueuePage);
export const loadJobsPage = () => import('./pages/JobsPage.tsx').then((file) => file.JobsPage);
export const loadResourceRuns = () => import('./components/runs.tsx').then((file) => file.ResourceRuns);
