import '@watchroom/ui/theme.css';
import { Toasts } from '@watchroom/ui';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { parseAddress } from '../app/address.ts';
import { type AddressSecrets, takeAddressSecrets } from './flows/address-secrets.ts';
import { AuthStateChecker } from './pages/AuthStateChecker.tsx';
import { ErrorPage, FlowErrorPage } from './pages/ErrorPages.tsx';
import { LoginPage } from './pages/LoginPage.tsx';
import { RecoveryPage, VerificationPage } from './pages/MailFlowPage.tsx';
import { RegistrationPage } from './pages/RegistrationPage.tsx';

// Before anything is drawn or asked: a password in the address must not stay there for the length of a request.
const secrets = takeAddressSecrets();

const root = document.getElementById('root');
if (!root) throw new Error('identity.html has no element with the id "root"');

createRoot(root).render(
  <StrictMode>
    {pageAt(location.pathname, secrets)}
    <Toasts />
  </StrictMode>,
);

/** One page per visit: each address of these is opened by the browser, not by a router. */
function pageAt(pathname: string, { credentials, token }: AddressSecrets): ReactNode {
  const [name = '', id = parseAddress(location.search)['id']] = pathname.split('/').filter((part) => part !== '');
  switch (name) {
    case 'registration':
      return <RegistrationPage />;
    case 'recovery':
      return <RecoveryPage token={token} />;
    case 'verification':
      return <VerificationPage token={token} />;
    case 'auth-state-checker':
      return <AuthStateChecker />;
    case 'error':
      return id === undefined ? <ErrorPage /> : <FlowErrorPage id={id} />;
    default:
      return <LoginPage credentials={credentials} />;
  }
}
