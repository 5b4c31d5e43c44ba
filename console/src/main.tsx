import { UiProvider } from '@watchroom/ui';
import '@watchroom/ui/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { dropPassword, writeAddress } from './app/address.ts';
import { leaveTo } from './app/leave.ts';
import { createQueryClient } from './app/query-client.ts';
import { createConsoleRouter } from './app/router.tsx';

const address = new URL(location.href);
dropPassword(address);
if (address.href !== location.href) history.replaceState(history.state, '', address);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');

const router = createConsoleRouter();
const queries = createQueryClient(() => {
  const { pathname, searchStr } = router.state.location;
  leaveTo(`/auth-state-checker${writeAddress({ return_to: pathname + searchStr })}`);
});

// A page that the browser kept may show what a person saw who signed out since.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload());

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>
  </StrictMode>,
);
