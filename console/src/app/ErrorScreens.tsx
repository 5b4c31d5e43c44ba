import { Button } from '@mantine/core';
import { IconCompassOff, IconLock } from '@tabler/icons-react';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { EmptyState, ErrorPanel } from '@watchroom/ui';
import { errorMessage } from './api-error.ts';

/** A page that failed while drawing; its neighbours and the frame go on. */
export function CrashScreen({ error, reset }: ErrorComponentProps) {
  return <ErrorPanel title="Sorry.. there was an error" message={errorMessage(error)} onRetry={reset} />;
}

export function NotFoundScreen() {
  return (
    <main>
      <h1 className="ui-hidden">Watchroom</h1>
      <EmptyState
        icon={<IconCompassOff size={22} stroke={1.6} />}
        title="This page does not exist"
        text="The address may be mistyped, or the page is part of a later version."
        action={
          <Button component="a" href="/">
            Go back
          </Button>
        }
      />
    </main>
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
