import { Button } from '@mantine/core';
import { IconChevronDown, IconClock } from '@tabler/icons-react';
import { DropMenu } from '../menu/DropMenu.tsx';
import { labelOfRange, TIME_RANGES } from './time-range.ts';

interface Props {
  readonly range: string;
  /** Shown instead of the range's own name, for example while a chart is zoomed in. */
  readonly label?: string | undefined;
  readonly onChange: (range: string) => void;
}

/** The relative ranges as a menu; the choice belongs in the address. */
export function TimeRangePicker({ range, label, onChange }: Props) {
  return (
    <DropMenu
      label="Time range"
      target={
        <Button leftSection={<IconClock size={15} />} rightSection={<IconChevronDown size={14} />}>
          <span className="ui-hidden">Time range: </span>
          {label ?? labelOfRange(range)}
        </Button>
      }
      entries={TIME_RANGES.map((option) => ({
        id: option.range,
        title: option.label,
        isChosen: option.range === range && !label,
        select: () => onChange(option.range),
      }))}
    />
  );
}
