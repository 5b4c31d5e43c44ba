import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { DropMenu } from './DropMenu.tsx';
import classes from './menu.module.css';

export interface Choice {
  readonly value: string;
  readonly label: string;
}

interface Props {
  readonly label: string;
  readonly value: string;
  readonly options: readonly Choice[];
  readonly onChange: (value: string) => void;
}

/** One of several, as a button that reads "Group by namespace". */
export function ChoiceMenu({ label, value, options, onChange }: Props) {
  const chosen = options.find((option) => option.value === value)?.label ?? value;
  return (
    <DropMenu
      label={label}
      target={
        <Button rightSection={<IconChevronDown size={14} />}>
          <span className={classes['label']}>{label}</span> {chosen}
        </Button>
      }
      entries={options.map((option) => ({
        id: option.value,
        title: option.label,
        isChosen: option.value === value,
        select: () => onChange(option.value),
      }))}
    />
  );
}
