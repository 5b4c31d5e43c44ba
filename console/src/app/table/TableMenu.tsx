import { ActionIcon, Popover } from '@mantine/core';
import { IconDots, IconDownload } from '@tabler/icons-react';
import { toastError } from '@watchroom/ui';
import { useState } from 'react';
import { errorMessage } from '../api-error.ts';
import classes from './table-menu.module.css';
import type { ExportFormat } from './table-export.ts';

interface Props {
  /** Name of the file of an export. */
  readonly name: string;
  readonly columns: readonly { readonly id: string; readonly title: string }[];
  readonly hidden: readonly string[];
  readonly onToggle: (column: string) => void;
  /** The address of all rows that the filters match. */
  readonly addressNow: () => string;
}

/** Which columns are shown, and everything that the filters match as a file. */
export function TableMenu({ name, columns, hidden, onToggle, addressNow }: Props) {
  const [progress, setProgress] = useState<string>();
  const save = async (format: ExportFormat) => {
    setProgress('Exporting');
    try {
      const { download, readExport } = await import('./table-export.ts');
      const file = await readExport(addressNow(), format, new AbortController().signal, (read, total) =>
        setProgress(`${read.toLocaleString('en')} of ${total.toLocaleString('en')} rows`),
      );
      download(file, `${name}.${format}`);
    } catch (error) {
      toastError(errorMessage(error));
    }
    setProgress(undefined);
  };
  return (
    <Popover
      position="bottom-end"
      withinPortal={false}
      floatingStrategy="fixed"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <ActionIcon aria-label="Columns and export" title="Columns and export">
          <IconDots size={18} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={classes['menu'] ?? ''} aria-label="Columns and export">
        <h2>Columns</h2>
        {columns.map(({ id, title }, position) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={position === 0 || !hidden.includes(id)}
              disabled={position === 0}
              onChange={() => onToggle(id)}
            />
            {title}
          </label>
        ))}
        <h2>Export what the filters match</h2>
        {(['csv', 'json'] as const).map((format) => (
          <button key={format} type="button" disabled={progress !== undefined} onClick={() => void save(format)}>
            <IconDownload size={15} stroke={1.6} aria-hidden /> {format.toUpperCase()}
          </button>
        ))}
        <p role="status">{progress}</p>
      </Popover.Dropdown>
    </Popover>
  );
}
