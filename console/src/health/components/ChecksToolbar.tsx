import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { ChoiceMenu, listedTimeRange, TimeRangePicker, usePageKeys } from '@watchroom/ui';
import { useEffect, useRef, useState } from 'react';
import { GROUPINGS, TABBINGS } from '../check-words.ts';
import type { ChangeView } from '../use-view.ts';
import { type HealthView, withLabel } from '../view.ts';
import { FilterMenu } from './FilterMenu.tsx';
import classes from './toolbar.module.css';

interface Props {
  readonly view: HealthView;
  readonly change: ChangeView;
  readonly labelKeys: readonly string[];
  readonly labelPairs: readonly string[];
}

const SEARCH_DELAY = 400;
const DEFAULT_RANGE = listedTimeRange('1h');

/** Search, filters as removable chips, and the view controls on the right. */
export function ChecksToolbar({ view, change, labelKeys, labelPairs }: Props) {
  const keyOptions = labelKeys.map((key) => ({ value: key, label: key }));
  return (
    <div className={classes['toolbar']} role="search">
      <SearchBox query={view.query} onSearch={(query) => change({ query }, { replace: true })} />
      <FilterMenu view={view} change={change} labelKeys={labelKeys} labelPairs={labelPairs} />
      {Object.entries(view.labels).map(([label, choice]) => (
        <span key={label} className={classes['chip']}>
          <span className="ui-cut" title={label}>
            {label.replace('=', choice === 1 ? ': ' : ': not ')}
            {!label.includes('=') && choice === -1 && ': none'}
          </span>
          <button
            type="button"
            aria-label={`Remove filter ${label}`}
            onClick={() => change({ labels: withLabel(view.labels, label, undefined) })}
          >
            <IconX size={12} stroke={1.8} />
          </button>
        </span>
      ))}
      {view.hidePassing && (
        <span className={classes['chip']}>
          Passing hidden
          <button type="button" aria-label="Show passing checks" onClick={() => change({ hidePassing: false })}>
            <IconX size={12} stroke={1.8} />
          </button>
        </span>
      )}
      <div className={classes['views']}>
        <TimeRangePicker range={view.range ?? DEFAULT_RANGE} onChange={(range) => change({ range })} />
        <span className={classes['wide']}>
          <ChoiceMenu
            label="Group by"
            value={view.groupBy}
            options={[...GROUPINGS, ...keyOptions]}
            onChange={(groupBy) => change({ groupBy })}
          />
          <ChoiceMenu
            label="Tab by"
            value={view.tabBy}
            options={[...TABBINGS, ...keyOptions]}
            onChange={(tabBy) => change({ tabBy })}
          />
        </span>
      </div>
    </div>
  );
}

function SearchBox({ query, onSearch }: { readonly query: string; readonly onSearch: (query: string) => void }) {
  const field = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(query);
  const search = useDebouncedCallback(onSearch, SEARCH_DELAY);
  // Back and forward change the address under the field; what a person is typing stays.
  useEffect(() => {
    if (document.activeElement !== field.current) setText(query);
  }, [query]);
  usePageKeys((key) => {
    if (key === '/') field.current?.focus();
    return key === '/';
  });
  const type = (next: string) => {
    setText(next);
    search(next);
  };
  return (
    <TextInput
      ref={field}
      className={classes['search'] ?? ''}
      type="search"
      aria-label="Search"
      placeholder="Search by name, description, or endpoint"
      leftSection={<IconSearch size={15} stroke={1.6} />}
      rightSection={
        text ? (
          <ActionIcon size={22} aria-label="Clear the search" onClick={() => type('')}>
            <IconX size={13} />
          </ActionIcon>
        ) : (
          <kbd className={classes['key']}>/</kbd>
        )
      }
      value={text}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (text === '') event.currentTarget.blur();
        else type('');
      }}
    />
  );
}
