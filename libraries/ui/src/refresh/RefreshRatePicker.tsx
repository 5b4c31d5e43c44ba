import { Button, Loader, Menu } from '@mantine/core';
import { IconCheck, IconChevronDown, IconRefresh } from '@tabler/icons-react';
import classes from './refresh.module.css';
import { isRateDisabled, REFRESH_RATES, type RefreshRate } from './refresh-rate.ts';

interface Props {
  readonly rate: RefreshRate;
  /** Length of the range on screen: long ranges forbid fast rates. */
  readonly rangeMinutes: number;
  readonly isBusy: boolean;
  readonly onChange: (rate: RefreshRate) => void;
  readonly onRefresh: () => void;
}

/** Refresh now, and how often by itself. */
export function RefreshRatePicker({ rate, rangeMinutes, isBusy, onChange, onRefresh }: Props) {
  return (
    <Button.Group>
      <Button aria-label="Refresh" title="Refresh" aria-busy={isBusy} onClick={onRefresh} px={8}>
        {isBusy ? <Loader size={14} color="var(--ui-muted)" /> : <IconRefresh size={15} stroke={1.6} />}
      </Button>
      <Menu>
        <Menu.Target>
          <Button rightSection={<IconChevronDown size={14} />} px={8}>
            <span className="ui-hidden">Refresh rate: </span>
            <span className={classes['words']} data-none={rate === 'None' || undefined}>{rate === 'None' ? 'None' : `Every ${rate}`}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown miw={120}>
          <Menu.Label>Refresh rate</Menu.Label>
          {REFRESH_RATES.map(({ label }) => (
            <Menu.Item
              key={label}
              disabled={isRateDisabled(label, rangeMinutes)}
              onClick={() => onChange(label)}
              rightSection={label === rate ? <IconCheck size={14} /> : null}
            >
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
