import type { KeyboardEvent, MouseEvent } from 'react';
import classes from './tabs.module.css';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly count?: number;
}

interface Props<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (tab: Id) => void;
}

interface LinkProps<Id extends string> extends Props<Id> {
  /** The address of the page with this tab. */
  readonly hrefOf: (tab: Id) => string;
}

/** Tabs of a page, each with an address of its own: links, so that one opens in a new browser tab too. */
export function LinkTabs<Id extends string>({ label, tabs, selected, onSelect, hrefOf }: LinkProps<Id>) {
  const follow = (event: MouseEvent, id: Id) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onSelect(id);
  };
  return (
    <nav className={classes['tabs']} aria-label={label}>
      {tabs.map((tab) => (
        <a
          key={tab.id}
          className={classes['tab']}
          href={hrefOf(tab.id)}
          aria-current={tab.id === selected ? 'page' : undefined}
          onClick={(event) => follow(event, tab.id)}
        >
          <Words tab={tab} />
        </a>
      ))}
    </nav>
  );
}

interface PanelProps<Id extends string> extends Props<Id> {
  /** Id of the element that shows the selected one; it takes `role="tabpanel"` and `aria-labelledby={tabId(panel, selected)}`. */
  readonly panel: string;
}

/** Tabs of one panel within a page or dialog. The arrow keys, Home and End walk them. */
export function PanelTabs<Id extends string>({ label, tabs, selected, onSelect, panel }: PanelProps<Id>) {
  const walk = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ id }) => id === selected);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key];
    const tab = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (!tab) return;
    event.preventDefault();
    onSelect(tab.id);
    document.getElementById(tabId(panel, tab.id))?.focus();
  };
  return (
    <div className={classes['tabs']} role="tablist" aria-label={label}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          type="button"
          role="tab"
          id={tabId(panel, tab.id)}
          className={classes['tab']}
          aria-selected={tab.id === selected}
          aria-controls={panel}
          tabIndex={tab.id === selected ? 0 : -1}
          onClick={() => onSelect(tab.id)}
          onKeyDown={walk}
        >
          <Words tab={tab} />
        </button>
      ))}
    </div>
  );
}

/** Id of a tab of a panel, which names the panel. */
export function tabId(panel: string, tab: string): string {
  return `${panel}-tab-${tab}`;
}

function Words({ tab: { title, count } }: { readonly tab: Tab<string> }) {
  return (
    <>
      {title}
      {count !== undefined && <span className={classes['count']}> {count.toLocaleString('en')}</span>}
    </>
  );
}
