import type { CheckTab } from '@watchroom/contract/health';
import { LinkTabs } from '@watchroom/ui';
import { type ChangeView, hrefOfView } from '../use-view.ts';
import type { HealthView } from '../view.ts';
import classes from './toolbar.module.css';

interface Props {
  readonly view: HealthView;
  readonly change: ChangeView;
  readonly tabs: readonly CheckTab[];
}

/** Before a value, which may be empty, so that it differs from all of them. */
const VALUE = '=';
const ALL = 'all';

/** "All" first, then the values in alphabetical order; an empty value reads "none". */
export function CheckTabs({ view, change, tabs }: Props) {
  const sorted = tabs.toSorted((one, other) => one.value.localeCompare(other.value, 'en'));
  const viewOf = (id: string) => ({ tab: id === ALL ? undefined : id.slice(VALUE.length) });
  return (
    <div className={classes['tabs']}>
      <LinkTabs
        label="Tabs"
        tabs={[
          { id: ALL, title: 'All', count: tabs.reduce((sum, { total }) => sum + total, 0) },
          ...sorted.map(({ value, total }) => ({ id: VALUE + value, title: value || 'none', count: total })),
        ]}
        selected={view.tab === undefined ? ALL : VALUE + view.tab}
        hrefOf={(id) => hrefOfView(view, viewOf(id))}
        onSelect={(id) => change(viewOf(id))}
      />
    </div>
  );
}
