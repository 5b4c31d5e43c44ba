import { ActionIcon, Button } from '@mantine/core';
import { IconDownload, IconX } from '@tabler/icons-react';
import { DropMenu, toastError } from '@watchroom/ui';
import { useState } from 'react';
import { errorMessage } from '../../api-error.ts';
import { useSession } from '../../session.ts';
import type { ExportFormat } from '../export/export-parts.ts';
import type { ListAction } from '../table-shape.ts';
import classes from './selection.module.css';
import type { Selection } from './use-selection.ts';

interface Props<Row> {
  readonly selection: Selection<Row>;
  readonly actions: readonly ListAction<Row>[];
  readonly onExport: (format: ExportFormat) => void;
}

/** How many rows are selected, and what may be done with them. */
export function SelectionBar<Row>({ selection, actions, onExport }: Props<Row>) {
  const { session } = useSession();
  const [running, setRunning] = useState<string>();
  const run = async ({ title, run: act }: ListAction<Row>) => {
    setRunning(title);
    try {
      await act(selection.rows());
      selection.clear();
    } catch (error) {
      toastError(errorMessage(error));
    }
    setRunning(undefined);
  };
  const mayDo = actions.filter(({ permission }) => session?.can(permission));
  return (
    <section className={classes['bar']} aria-label="Selection">
      <span role="status">{selection.size.toLocaleString('en')} selected</span>
      {mayDo.map((action) => (
        <Button
          key={action.title}
          leftSection={action.icon}
          loading={running === action.title}
          disabled={running !== undefined && running !== action.title}
          onClick={() => void run(action)}
        >
          {action.title}
        </Button>
      ))}
      <DropMenu
        label="Export selected"
        target={<Button leftSection={<IconDownload size={16} />}>Export</Button>}
        entries={(['csv', 'json'] as const).map((format) => ({
          id: format,
          title: format.toUpperCase(),
          select: () => onExport(format),
        }))}
      />
      <ActionIcon
        className={classes['clear'] ?? ''}
        aria-label="Clear selection"
        title="Clear selection"
        onClick={selection.clear}
      >
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </section>
  );
}
