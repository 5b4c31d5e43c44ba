import { toastError } from '@watchroom/ui';
import { errorMessage } from './api-error.ts';
import { leaveTo } from './leave.ts';
import { forgetRecent } from './recent.ts';
import { endSession } from './screens.ts';

/** Ends the session; what this person saw and chose in this browser is forgotten. */
export async function signOut(): Promise<void> {
  try {
    await endSession();
    forgetRecent();
    leaveTo('/login');
  } catch (error) {
    toastError(errorMessage(error));
  }
}
