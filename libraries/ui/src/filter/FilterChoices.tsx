import { Button, Popover } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import type { Choices } from './choices.ts';
import classes from './filter.module.css';
import { FilterOptions } from './FilterOptions.tsx';

interface Props {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly choices: Choices;
  readonly onChange: (choices: Choices) => void;
}

/** A button that opens values; each press takes a value from off to wanted to unwanted. Arrows move, Esc closes. */
export function FilterChoices({ label, options, choices, onChange }: Props) {
  const [isOpen, setOpen] = useState(false);
  const chosen = Object.keys(choices).length;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      position="bottom-start"
      withinPortal={false}
      floatingStrategy="fixed"
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <Button rightSection={<IconChevronDown size={14} />} onClick={() => setOpen(!isOpen)}>
          {label}
          {chosen > 0 && (
            <span className={classes['count']}>
              {chosen}
              <span className="ui-hidden"> chosen</span>
            </span>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown className={classes['dropdown'] ?? ''} aria-label={label}>
        <FilterOptions label={label} options={options} choices={choices} onChange={onChange} />
      </Popover.Dropdown>
    </Popover>
  );
}
