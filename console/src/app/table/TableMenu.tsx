import { ActionIcon } from '@mantine/core';
import { IconDots, IconDownload } from '@tabler/icons-react';
import { PanelMenu } from '@watchroom/ui';
import { useState } from 'react';
import { ColumnsMenu } from './columns/ColumnsMenu.tsx';
import type { Columns } from './columns/use-columns.ts';
import type { ExportFormat } from './export/export-parts.ts';
import classes from './table-menu.module.css';

interface Props<Row> {
  readonly columns: Columns<Row>;
  /** Whether an export runs. */
  readonly isExporting: boolean;
  readonly onExport: (format: ExportFormat) => void;
}

/** Which columns are shown, and everything that the filters match as a file. */
export function TableMenu<Row>({ columns, isExporting, onExport }: Props<Row>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <PanelMenu
      label="Columns and export"
      target={
        <ActionIcon aria-label="Columns and export" title="Columns and export">
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      }
      className={classes['menu']}
      isOpen={isOpen}
      onChange={setOpen}
    >
      <ColumnsMenu columns={columns} />
      <h2>Export all matching rows</h2>
      {(['csv', 'json'] as const).map((format) => (
        <button key={format} type="button" aria-disabled={isExporting} onClick={() => isExporting || onExport(format)}>
          <IconDownload size={16} stroke={1.6} aria-hidden /> {format.toUpperCase()}
        </button>
      ))}
    </PanelMenu>
  );
}
