import { ActionIcon, Modal } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useOpener } from '../opener.ts';
import { matchEntries, type PaletteEntry } from './match-entries.ts';
import classes from './palette.module.css';
import { usePaletteEntries } from './use-entries.tsx';

/** Everything by its name: screens, what is on them, and actions. The focus stays in the field; the arrows move in the list. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  const [text, setText] = useState('');
  const [pointed, point] = useState<string>();
  const { entries: offered, isComplete } = usePaletteEntries(text);
  const groups = matchEntries(offered, text);
  const entries = groups.flatMap((group) => group.entries);
  const active = entries.find(({ id }) => id === pointed) ?? entries[0];
  const listId = useId();
  const optionId = (entry: PaletteEntry) => `${listId}-${entries.indexOf(entry)}`;
  const list = useRef<HTMLDivElement>(null);
  const giveFocusBack = useOpener();
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }, [active?.id]);

  const close = () => {
    onClose();
    giveFocusBack();
  };
  const choose = (entry: PaletteEntry) => {
    close();
    entry.run();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && active) point(entries.at((entries.indexOf(active) + step) % entries.length)?.id);
    else if (event.key === 'Enter' && active) choose(active);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
  };
  return (
    <Modal.Root
      opened
      onClose={close}
      returnFocus={false}
      closeOnEscape={false}
      zIndex={300}
      transitionProps={{ duration: 0 }}
      className={classes['root'] ?? ''}
    >
      <Modal.Overlay />
      <Modal.Content aria-label="Go to">
        <div className={classes['field']}>
          <IconSearch size={18} stroke={1.6} aria-hidden />
          <input
            type="text"
            role="combobox"
            aria-label="Search everything"
            placeholder="Search everything"
            aria-autocomplete="list"
            aria-expanded={entries.length > 0}
            aria-controls={entries.length > 0 ? listId : undefined}
            aria-activedescendant={active && optionId(active)}
            autoComplete="off"
            spellCheck={false}
            autoFocus
            data-autofocus
            // Esc closes the palette, not the dialog under it.
            data-mantine-stop-propagation
            value={text}
            onChange={(event) => {
              setText(event.currentTarget.value);
              point(undefined);
            }}
            onKeyDown={onKeyDown}
          />
          <ActionIcon aria-label="Close" onClick={close} onKeyDown={(event) => event.key === 'Escape' && close()}>
            <IconX size={18} stroke={1.6} />
          </ActionIcon>
        </div>
        {entries.length > 0 ? (
          <div ref={list} id={listId} role="listbox" aria-label="Results" className={classes['list']}>
            {groups.map((group) => (
              <div key={group.title} role="group" aria-label={group.title}>
                <div className={classes['group']} role="presentation">
                  {group.title}
                </div>
                {group.entries.map((entry) => (
                  <div
                    key={entry.id}
                    id={optionId(entry)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={entry === active}
                    className={classes['option']}
                    onPointerMove={() => point(entry.id)}
                    onClick={() => choose(entry)}
                    onKeyDown={onKeyDown}
                  >
                    <span className={classes['icon']}>{entry.icon}</span>
                    <span className="ui-cut">{entry.title}</span>
                  </div>
                ))}
              </div>
            ))}
          </div>
        ) : (
          <p className={classes['none']}>{isComplete ? 'No result' : 'Searching…'}</p>
        )}
        <p className="ui-hidden" role="status">
          {text && isComplete && (entries.length === 1 ? '1 result' : `${entries.length} results`)}
        </p>
      </Modal.Content>
    </Modal.Root>
  );
}
