export { LatestRun } from './components/LatestRun.tsx';
export { ResourceRuns } from './components/runs.tsx';
export { EventQueuePage } from './pages/EventQueuePage.tsx';
export { JobsPage } from './pages/JobsPage.tsx';
