import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
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
    <Menu>
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={14} />}>
          <span className={classes['label']}>{label}</span> {chosen}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflowY: 'auto' }}>
        {options.map((option) => (
          <Menu.Item
            key={option.value}
            onClick={() => onChange(option.value)}
            rightSection={option.value === value ? <IconCheck size={14} /> : null}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
