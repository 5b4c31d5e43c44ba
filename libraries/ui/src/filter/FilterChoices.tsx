import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { PanelMenu } from '../menu/PanelMenu.tsx';
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
    <PanelMenu
      label={label}
      target={
        <Button rightSection={<IconChevronDown size={14} />}>
          {label}
          {chosen > 0 && (
            <span className={classes['count']}>
              {chosen}
              <span className="ui-hidden"> chosen</span>
            </span>
          )}
        </Button>
      }
      side="start"
      className={classes['dropdown']}
      isOpen={isOpen}
      onChange={setOpen}
    >
      <FilterOptions label={label} options={options} choices={choices} onChange={onChange} />
    </PanelMenu>
  );
}
