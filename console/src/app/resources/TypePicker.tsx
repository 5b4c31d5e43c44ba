import { EmptyState, SearchField } from '@watchroom/ui';
import { useEffect, useRef, useState } from 'react';
import classes from './picker.module.css';
import type { ResourceTile } from './resource.ts';

interface Props {
  readonly types: readonly ResourceTile[];
  readonly onPick: (id: string) => void;
  /** Without it in a dialog, where the keys of a page's search do not reach it. */
  readonly hasSearch?: boolean;
}

/** What shall be made: a tile for each type, in groups. The arrow keys walk the tiles; typing narrows them. */
export function TypePicker({ types, onPick, hasSearch = true }: Props) {
  const [text, setText] = useState('');
  const picker = useRef<HTMLDivElement>(null);
  // Also for the search field, which takes no listener of ours.
  useEffect(() => {
    const element = picker.current;
    element?.addEventListener('keydown', walk);
    return () => element?.removeEventListener('keydown', walk);
  }, []);
  const wanted = text.trim().toLowerCase();
  const found = types.filter(({ title, summary }) => `${title} ${summary}`.toLowerCase().includes(wanted));
  const groups = [...new Set(found.map(({ group }) => group))];
  return (
    <div className={classes['picker']} role={hasSearch ? 'search' : undefined} ref={picker}>
      {hasSearch && <SearchField text={text} placeholder="Search types" onSearch={setText} />}
      {found.length === 0 && <EmptyState title="No options found" text={`No type matches “${text.trim()}”.`} />}
      {groups.map((group) => (
        <section key={group ?? ''}>
          {group && <h2 className={classes['group']}>{group}</h2>}
          <ul className={classes['tiles']}>
            {found
              .filter((type) => type.group === group)
              .map(({ id, title, summary, icon }) => (
                <li key={id}>
                  <button type="button" className={classes['tile']} onClick={() => onPick(id)}>
                    {icon}
                    <span>
                      <strong>{title}</strong>
                      <span>{summary}</span>
                    </span>
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

function walk(event: KeyboardEvent): void {
  const step = STEPS[event.key];
  const isInText = event.target instanceof HTMLInputElement;
  // Left and right move the caret there.
  if (step === undefined || (isInText && event.key !== 'ArrowDown') || !(event.currentTarget instanceof Element))
    return;
  const tiles = [...event.currentTarget.querySelectorAll<HTMLElement>('li > button')];
  const at = tiles.findIndex((tile) => tile === document.activeElement);
  event.preventDefault();
  tiles[Math.min(tiles.length - 1, Math.max(0, at + step))]?.focus();
}
