import { Popover } from '@mantine/core';
import { IconCheck, IconExternalLink } from '@tabler/icons-react';
import {
  cloneElement,
  type KeyboardEvent,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useRef,
  useState,
} from 'react';
import classes from './menu.module.css';

interface EntryWords {
  readonly id: string;
  readonly title: string;
  readonly icon?: ReactNode;
}

interface ActionEntry extends EntryWords {
  /** Present on entries of which one is chosen. */
  readonly isChosen?: boolean;
  readonly isDisabled?: boolean;
  readonly select: () => void;
}

interface LinkEntry extends EntryWords {
  /** Opens in a new tab. */
  readonly href: string;
}

export type MenuEntry = ActionEntry | LinkEntry;

interface Props {
  /** The button that opens the menu. */
  readonly target: ReactElement<{
    onClick?: (event: MouseEvent<HTMLElement>) => void;
    'aria-haspopup'?: 'menu';
    'aria-expanded'?: boolean;
  }>;
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** Over and under the entries: words, not actions. */
  readonly header?: ReactNode;
  readonly footer?: ReactNode;
  /** Selector of the landmark in which it is put instead, for a target in rows, which would cut it off. */
  readonly within?: string;
}

const ENTRIES = '[role^="menuitem"]:not(:disabled)';

/**
 * A menu of actions or of one choice. It stays where it is written, or goes `within` what is named, instead of to the end
 * of the page, so that it belongs to its landmark, and floats by fixed position. Arrows, Home and End move; Esc closes and
 * gives the focus back.
 */
export function DropMenu({ target, label, entries, header, footer, within }: Props) {
  const [isOpen, setOpen] = useState(false);
  const list = useRef<HTMLDivElement>(null);
  const [opener, setOpener] = useState<HTMLElement>();
  const close = () => {
    setOpen(false);
    opener?.focus();
  };
  const toggle = (event: MouseEvent<HTMLElement>) => {
    setOpener(event.currentTarget);
    setOpen(!isOpen);
  };
  const focusChosen = () => {
    const find = (which: string) => list.current?.querySelector<HTMLElement>(which);
    (find('[aria-checked="true"]') ?? find(ENTRIES))?.focus();
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      onEnterTransitionEnd={focusChosen}
      position="bottom-end"
      withinPortal={within !== undefined}
      {...(within !== undefined && { portalProps: { target: within } })}
      floatingStrategy="fixed"
      withRoles={false}
      // Its own listener would take the menu away before the focus is given back.
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        {cloneElement(target, { onClick: toggle, 'aria-haspopup': 'menu', 'aria-expanded': isOpen })}
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown'] ?? ''} onKeyDown={(event) => event.key === 'Escape' && close()}>
        {header}
        <div ref={list} role="menu" tabIndex={-1} aria-label={label} className={classes['list']} onKeyDown={moveFocus}>
          {entries.map((entry) => (
            <Entry key={entry.id} entry={entry} onChoose={close} />
          ))}
        </div>
        {footer}
      </Popover.Dropdown>
    </Popover>
  );
}

function Entry({ entry, onChoose }: { readonly entry: MenuEntry; readonly onChoose: () => void }) {
  // Esc closes the menu, not the dialog around it.
  const shared = { tabIndex: -1, className: classes['entry'], 'data-mantine-stop-propagation': true };
  if ('href' in entry)
    return (
      <a {...shared} role="menuitem" href={entry.href} target="_blank" rel="noreferrer" onClick={onChoose}>
        {entry.icon}
        <span className="ui-cut">{entry.title}</span>
        <IconExternalLink size={14} stroke={1.6} aria-hidden />
        <span className="ui-hidden"> (opens in a new tab)</span>
      </a>
    );
  return (
    <button
      {...shared}
      type="button"
      role={entry.isChosen === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={entry.isChosen}
      disabled={entry.isDisabled}
      onClick={() => {
        onChoose();
        entry.select();
      }}
    >
      {entry.icon}
      <span className="ui-cut">{entry.title}</span>
      {entry.isChosen && <IconCheck size={14} aria-hidden />}
    </button>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>(ENTRIES)];
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: entries.length - 1 }[event.key];
  if (next === undefined) return;
  event.preventDefault();
  entries.at(next % entries.length)?.focus();
}
