import { Button } from '@mantine/core';
import { IconHeartbeat } from '@tabler/icons-react';
import {
  EmptyState,
  ErrorPanel,
  Notice,
  Skeleton,
  StaleNotice,
  toast,
  toastError,
  toastWithAction,
} from '@watchroom/ui';
import { Specimen } from '../Specimen.tsx';
import type { Story } from '../story.ts';

const LONG =
  'The database did not answer within 30 seconds while the list of checks of the namespace payments was read; it was tried three times, and will be tried again in a minute.';
const ignore = () => undefined;

export const story: Story = {
  title: 'Feedback',
  render: () => (
    <>
      <Specimen title="Toasts, of 5 seconds">
        <Button onClick={() => toast('Saved')}>Short</Button>
        <Button onClick={() => toast(LONG)}>Long</Button>
        <Button onClick={() => toastError(LONG)}>Error</Button>
        <Button onClick={() => toastWithAction('Deleted', { label: 'Undo', run: () => toast('Restored') })}>
          With an action
        </Button>
        <Button onClick={() => ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].forEach((word) => toast(word))}>
          Six
        </Button>
      </Specimen>
      <Specimen title="Nothing here yet">
        <EmptyState
          icon={<IconHeartbeat size={22} stroke={1.6} />}
          title="No checks yet"
          text="A check watches one address, port or name, and shows here what it found."
          action={<Button variant="filled">Add check</Button>}
        />
      </Specimen>
      <Specimen title="Nothing here, without a way on">
        <EmptyState title="No data available" />
      </Specimen>
      <Specimen title="Failed">
        <ErrorPanel message={LONG} onRetry={ignore} />
      </Specimen>
      <Specimen title="Failed for good">
        <ErrorPanel title="You may not see this" message="Your role does not allow this (database:read)." />
      </Specimen>
      <Specimen title="Loading">
        <Skeleton width="60%" />
        <Skeleton width="40%" />
        <Skeleton width="120px" height="32px" />
      </Specimen>
      <Specimen title="Older than it should be">
        <StaleNotice since={Date.now() - 95_000} message="The server does not answer." onRetry={ignore} />
        <StaleNotice since={Date.now() - 7_200_000} message={LONG} onRetry={ignore} />
      </Specimen>
      <Specimen title="Notices">
        <Notice tone="info">Rows are counted by an estimate.</Notice>
        <Notice tone="warning">{LONG}</Notice>
        <Notice tone="unhealthy">Somebody else changed this. Load it again before you save.</Notice>
      </Specimen>
    </>
  ),
};
