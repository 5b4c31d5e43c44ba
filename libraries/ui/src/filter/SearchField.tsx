import { ActionIcon, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { usePageKeys } from '../table/list-keys.ts';
import classes from './filter.module.css';

const DELAY = 400;

interface Props {
  readonly text: string;
  readonly placeholder: string;
  /** Told 400 ms after the last key. */
  readonly onSearch: (text: string) => void;
}

/** The search of a page: "/" goes there, Esc empties and then leaves it. */
export function SearchField({ text, placeholder, onSearch }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(text);
  const search = useDebouncedCallback(onSearch, DELAY);
  // Back and forward change the address under the field; what a person is typing stays.
  useEffect(() => {
    if (document.activeElement !== field.current) setTyped(text);
  }, [text]);
  usePageKeys((key) => {
    if (key === '/') field.current?.focus();
    return key === '/';
  });
  const type = (next: string) => {
    setTyped(next);
    search(next);
  };
  return (
    <TextInput
      ref={field}
      className={classes['search'] ?? ''}
      type="search"
      aria-label="Search"
      placeholder={placeholder}
      leftSection={<IconSearch size={15} stroke={1.6} />}
      rightSection={
        typed ? (
          <ActionIcon size={22} aria-label="Clear the search" onClick={() => type('')}>
            <IconX size={13} />
          </ActionIcon>
        ) : (
          <kbd className={classes['key']}>/</kbd>
        )
      }
      value={typed}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        if (typed === '') event.currentTarget.blur();
        else type('');
      }}
    />
  );
}
