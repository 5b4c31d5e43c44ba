import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { signOut } from '@watchroom/contract/identity';
import { toastError } from '@watchroom/ui';
import { errorMessage } from './api-error.ts';
import { call } from './call.ts';
import { forgetRecent } from './recent.ts';

/** Ends the session; what this person saw and chose in this browser is forgotten. */
export function useSignOut(): () => Promise<void> {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    try {
      await call(signOut);
      forgetRecent();
      await navigate({ to: '/login' });
      queries.clear();
    } catch (error) {
      toastError(errorMessage(error));
    }
  };
}
