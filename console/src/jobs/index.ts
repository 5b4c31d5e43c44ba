export { LatestRun } from './components/LatestRun.tsx';

/** Imports the list of a resource's runs when its tab is first opened. */
export const loadResourceRuns = () => import('./components/runs.tsx').then((file) => file.ResourceRuns);
