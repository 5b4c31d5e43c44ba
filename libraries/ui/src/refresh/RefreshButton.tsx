import { Button, Loader } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';

interface Props {
  readonly isBusy: boolean;
  readonly onRefresh: () => void;
}

/** Refresh now; a spinner while it lasts. */
export function RefreshButton({ isBusy, onRefresh }: Props) {
  return (
    <Button aria-label="Refresh" title="Refresh" aria-busy={isBusy} onClick={onRefresh} px={8}>
      {isBusy ? <Loader size={14} color="var(--ui-muted)" /> : <IconRefresh size={15} stroke={1.6} />}
    </Button>
  );
}
