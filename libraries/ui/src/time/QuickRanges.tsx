import { TextInput } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { isSameRange, type TimeRange } from './range.ts';
import { filterQuickRanges, quickRanges } from './quick-ranges.ts';
import classes from './range.module.css';

interface Props {
  readonly range: TimeRange | undefined;
  readonly side: 'past' | 'future' | 'both';
  /** Whether the search takes the focus; on a phone that would raise the keyboard. */
  readonly hasFocus: boolean;
  readonly onChoose: (range: TimeRange) => void;
}

/** Ranges by name under a search box: arrows move, Enter takes the marked one. */
export function QuickRanges({ range, side, hasFocus, onChoose }: Props) {
  const id = useId();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const groups = filterQuickRanges(quickRanges(side), text);
  const options = groups.flatMap(({ ranges }) => ranges);
  const isChosen = (option: TimeRange) => isSameRange(option, range && { ...range, timeZone: undefined });
  const [marked, setMarked] = useState(() => Math.max(0, options.findIndex(isChosen)));
  useEffect(() => {
    if (hasFocus) search.current?.focus({ preventScroll: true });
  }, [hasFocus]);
  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'center' });
  }, []);
  const mark = (index: number) => {
    setMarked(index);
    document.getElementById(`${id}-${index}`)?.scrollIntoView({ block: 'nearest' });
  };
  const press = (event: KeyboardEvent) => {
    const count = options.length;
    const chosen = options[marked];
    const next = { ArrowDown: (marked + 1) % count, ArrowUp: (marked + count - 1) % count }[event.key];
    if (event.key === 'Enter' && chosen) onChoose(chosen);
    else if (next !== undefined && count > 0) mark(next);
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes['quick']}>
      <TextInput
        ref={search}
        className={classes['search'] ?? ''}
        role="combobox"
        aria-label="Search quick ranges"
        aria-expanded
        aria-autocomplete="list"
        aria-controls={`${id}-list`}
        aria-activedescendant={options.length > 0 ? `${id}-${marked}` : undefined}
        placeholder="Search quick ranges"
        leftSection={<IconSearch size={15} stroke={1.6} />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setMarked(0);
        }}
        onKeyDown={press}
      />
      <div ref={list} id={`${id}-list`} role="listbox" aria-label="Quick ranges" className={classes['list']}>
        {groups.map(({ title, ranges }) => (
          <div key={title} role="group" aria-label={title}>
            <div className={classes['title']} aria-hidden>
              {title}
            </div>
            {ranges.map((option) => {
              const index = options.indexOf(option);
              return (
                // The search box has the focus and the keys of the list.
                <div
                  key={option.display}
                  id={`${id}-${index}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={isChosen(option)}
                  data-marked={index === marked || undefined}
                  className={classes['entry']}
                  onClick={() => onChoose(option)}
                  onKeyDown={press}
                >
                  <span>{option.display}</span>
                  {isChosen(option) && <IconCheck size={14} aria-hidden />}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      {options.length === 0 && (
        <p className={classes['nothing']} role="status">
          No quick range matches
        </p>
      )}
    </div>
  );
}
