export { EventQueuePage } from './pages/EventQueuePage.tsx';
export { JobsPage } from './pages/JobsPage.tsx';
