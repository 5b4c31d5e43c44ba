import { EmptyState, PanelTabs, Sheet, tabId } from '@watchroom/ui';
import classes from './table.module.css';
import type { DetailsTab } from './table-shape.ts';

interface Props {
  readonly title: string;
  /** None for a row that is not there. */
  readonly tabs: readonly DetailsTab[];
  /** Undefined is the first one. */
  readonly panel: string | undefined;
  readonly onPanel: (panel: string) => void;
  readonly onClose: () => void;
}

const PANEL = 'details';

/** The details of a row over the list: a tab for each kind of content. */
export function TableDetails({ title, tabs, panel, onPanel, onClose }: Props) {
  const selected = tabs.find(({ id }) => id === panel) ?? tabs[0];
  return (
    <Sheet label={title} onClose={onClose}>
      <div className={classes['details']}>
        {selected ? (
          <>
            <div className={classes['detailsTabs']}>
              <PanelTabs label="Details" tabs={tabs} selected={selected.id} onSelect={onPanel} panel={PANEL} />
            </div>
            <div
              className={classes['panel']}
              id={PANEL}
              role="tabpanel"
              aria-labelledby={tabId(PANEL, selected.id)}
              tabIndex={0}
            >
              {selected.content}
            </div>
          </>
        ) : (
          <EmptyState title="No details found" />
        )}
      </div>
    </Sheet>
  );
}
