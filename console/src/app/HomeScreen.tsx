import { Navigate } from '@tanstack/react-router';
import { NotFoundPage } from './ErrorScreens.tsx';
import { useRights, visibleScreens } from './screen-access.ts';
import { useSession } from './session.ts';

/** Leads to the first screen that is there for the person; before it is known who that is, sign-in may come instead. */
export function HomeScreen() {
  const rights = useRights();
  const { session } = useSession();
  if (!session || !rights.areKnown) return null;
  const { main, settings } = visibleScreens(rights);
  const first = main[0] ?? settings[0];
  return first ? <Navigate to={first.path} replace /> : <NotFoundPage />;
}
