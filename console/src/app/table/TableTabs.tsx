import classes from './table.module.css';

interface Props {
  readonly label: string;
  readonly tabs: readonly { readonly id: string; readonly title: string }[];
  readonly selected: string;
  readonly onSelect: (tab: string) => void;
}

/** Tabs by name; each is an address of its own, and so a button of a navigation. */
export function TableTabs({ label, tabs, selected, onSelect }: Props) {
  return (
    <nav className={classes['tabs']} aria-label={label}>
      {tabs.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          className={classes['tab']}
          aria-current={id === selected ? 'true' : undefined}
          onClick={() => onSelect(id)}
        >
          {title}
        </button>
      ))}
    </nav>
  );
}
