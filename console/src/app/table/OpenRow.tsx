import { lazy, Suspense } from 'react';
import type { ListLooks } from './table-shape.ts';

const TableDetails = lazy(() => import('./TableDetails.tsx').then((file) => ({ default: file.TableDetails })));

interface Props<Row> {
  readonly list: Pick<ListLooks<Row>, 'details' | 'dialog'>;
  /** Undefined while it is asked for, and when there is none. */
  readonly row: Row | undefined;
  /** Whether it is settled that there is one or none. */
  readonly isKnown: boolean;
  readonly panel: string | undefined;
  readonly onPanel: (panel: string) => void;
  readonly onClose: () => void;
}

/** The row that the address names, whether or not the filters match it: in a dialog of its own, or its details. */
export function OpenRow<Row>({ list: { details, dialog }, row, isKnown, panel, onPanel, onClose }: Props<Row>) {
  if (!isKnown) return null;
  if (dialog) return row === undefined ? null : dialog(row, onClose);
  const tabs = row === undefined ? [] : (details?.tabs(row) ?? []);
  if (!details || (row !== undefined && tabs.length === 0)) return null;
  return (
    <Suspense>
      <TableDetails
        title={row === undefined ? 'Details' : details.title(row)}
        tabs={tabs}
        panel={panel}
        onPanel={onPanel}
        onClose={onClose}
      />
    </Suspense>
  );
}
