import type { CheckTab } from '@watchroom/contract/health';
import classes from './toolbar.module.css';

interface Props {
  readonly tabs: readonly CheckTab[];
  readonly selected: string | undefined;
  readonly onSelect: (tab: string | undefined) => void;
}

/** "All" first, then the values in alphabetical order; an empty value reads "none". */
export function CheckTabs({ tabs, selected, onSelect }: Props) {
  const total = tabs.reduce((sum, tab) => sum + tab.total, 0);
  const sorted = tabs.toSorted((one, other) => one.value.localeCompare(other.value, 'en'));
  const all = [
    { value: undefined, label: 'All', total },
    ...sorted.map((tab) => ({ value: tab.value, label: tab.value || 'none', total: tab.total })),
  ];
  return (
    <nav className={classes['tabs']} aria-label="Tabs">
      {all.map((tab) => (
        <button
          key={tab.label}
          type="button"
          className={classes['tab']}
          aria-current={tab.value === selected ? 'true' : undefined}
          onClick={() => onSelect(tab.value)}
        >
          {tab.label} <span className={classes['tabCount']}>{tab.total.toLocaleString('en')}</span>
        </button>
      ))}
    </nav>
  );
}
