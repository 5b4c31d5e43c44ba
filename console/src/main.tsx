import { UiProvider } from '@watchroom/ui';
import '@watchroom/ui/theme.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './app/query-client.ts';
import { createConsoleRouter } from './app/router.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');

const router = createConsoleRouter();
const queries = createQueryClient(() => {
  const { pathname, searchStr } = router.state.location;
  if (pathname === '/login') return;
  // In the place of the page that could not be shown: going back from the sign-in must not lead to it again.
  void router.navigate({ to: '/login', search: { return_to: pathname + searchStr }, replace: true });
});

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <UiProvider>
        <RouterProvider router={router} />
      </UiProvider>
    </QueryClientProvider>
  </StrictMode>,
);
