export { LoginPage } from './pages/LoginPage.tsx';
export { SetupPage } from './pages/SetupPage.tsx';
