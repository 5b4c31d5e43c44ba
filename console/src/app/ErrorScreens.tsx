import { Button } from '@mantine/core';
import { IconCompassOff, IconLock } from '@tabler/icons-react';
import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { EmptyState, ErrorPanel } from '@watchroom/ui';
import { errorMessage } from './api-error.ts';
import { Page } from './Page.tsx';

/** A page that failed while drawing; the frame around it goes on. */
export function CrashPage({ error, reset }: ErrorComponentProps) {
  return (
    <Page title="Sorry.. there was an error">
      <ErrorPanel message={errorMessage(error)} onRetry={reset} />
    </Page>
  );
}

/** A failure outside the frame. */
export function CrashScreen({ error, reset }: ErrorComponentProps) {
  return (
    <main>
      <h1 className="ui-hidden">Watchroom</h1>
      <ErrorPanel title="Sorry.. there was an error" message={errorMessage(error)} onRetry={reset} />
    </main>
  );
}

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <EmptyState
        icon={<IconCompassOff size={22} stroke={1.6} />}
        title="This page does not exist"
        text="The address may contain a typo, or the page was switched off or removed."
        action={
          <Button component={Link} to="/">
            Go back
          </Button>
        }
      />
    </Page>
  );
}

export function UnauthorizedScreen() {
  return (
    <EmptyState
      icon={<IconLock size={22} stroke={1.6} />}
      title="Unauthorized"
      text="You do not have permission to access this page"
    />
  );
}
