export { JOB_STATUS } from './components/latest-run.tsx';
