import type { ReactNode } from 'react';
import { NotFoundPage, UnauthorizedScreen } from './ErrorScreens.tsx';
import { Page } from './Page.tsx';
import { accessTo, useRights } from './screen-access.ts';
import type { Screen } from './screen.ts';

interface Props {
  /** Undefined where no screen is. */
  readonly screen: Screen | undefined;
  readonly children: ReactNode;
}

/** Lets a page through to whom may see it, at the moment at which a right or a flag changes too. */
export function ScreenGate({ screen, children }: Props) {
  const rights = useRights();
  if (!screen) return children;
  if (!rights.areKnown) return null;
  const access = accessTo(screen, rights);
  if (access === 'hidden') return <NotFoundPage />;
  if (access === 'open') return children;
  return (
    <Page title={screen.title}>
      <UnauthorizedScreen />
    </Page>
  );
}
