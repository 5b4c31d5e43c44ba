import { Button, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconClock } from '@tabler/icons-react';
import { labelOfRange, TIME_RANGES } from './time-range.ts';

interface Props {
  readonly range: string;
  /** Shown instead of the range's own name, for example while a chart is zoomed in. */
  readonly label?: string | undefined;
  readonly onChange: (range: string) => void;
}

/** The relative ranges as a menu; the choice belongs in the address. */
export function TimeRangePicker({ range, label, onChange }: Props) {
  const shown = label ?? labelOfRange(range);
  return (
    <Menu>
      <Menu.Target>
        <Button
          leftSection={<IconClock size={15} />}
          rightSection={<IconChevronDown size={14} />}
        >
          <span className="ui-hidden">Time range: </span>
          {shown}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={380} style={{ overflowY: 'auto' }}>
        {TIME_RANGES.map((option) => (
          <Menu.Item
            key={option.range}
            onClick={() => onChange(option.range)}
            rightSection={option.range === range && !label ? <IconCheck size={14} /> : null}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
