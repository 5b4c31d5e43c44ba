import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { toastError } from '@watchroom/ui';
import { ApiError } from './api-error.ts';
import { isConnected } from './connection.ts';

/** What a query reads, so that the change stream knows whom to wake. */
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Tables whose changes make the answer stale. */
      readonly tables?: readonly string[] | ((data: unknown) => readonly string[]);
      /** Table → the one id that the answer is about; its changes that name only other ids pass by. */
      readonly ids?: Readonly<Record<string, string>>;
    };
  }
}

/** @param onSignedOut called when the server does not know the caller any more. */
export function createQueryClient(onSignedOut: () => void): QueryClient {
  const onError = (error: Error, isAsked: boolean) => {
    if (!(error instanceof ApiError)) return;
    if (error.code === 'unauthenticated') onSignedOut();
    // Already said, for all that is shown.
    if (!isAsked && !isConnected()) return;
    // One toast however many calls fail together: the id makes the next one replace it.
    if (error.code === 'timeout' || error.code === 'network' || error.code === 'offline')
      toastError(error.message, error.code);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: (error) => onError(error, false) }),
    mutationCache: new MutationCache({ onError: (error) => onError(error, true) }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        gcTime: 5 * 60_000,
        refetchOnWindowFocus: true,
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && error instanceof ApiError && error.code === 'unavailable',
        retryDelay: 1_000,
      },
      mutations: { networkMode: 'always' },
    },
  });
}
