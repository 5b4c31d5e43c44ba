export { HealthPage } from './pages/HealthPage.tsx';
