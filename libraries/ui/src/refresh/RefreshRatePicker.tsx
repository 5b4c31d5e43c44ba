import { Button } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { DropMenu } from '../menu/DropMenu.tsx';
import { RefreshButton } from './RefreshButton.tsx';
import classes from './refresh.module.css';
import { isRateDisabled, REFRESH_RATES, type RefreshRate } from './refresh-rate.ts';

interface Props {
  readonly rate: RefreshRate;
  /** Length of the range on screen: long ranges forbid fast rates. */
  readonly rangeMinutes: number;
  readonly isBusy: boolean;
  /** Whether what changes on the server shows by itself. */
  readonly isLive: boolean;
  readonly onChange: (rate: RefreshRate) => void;
  readonly onRefresh: () => void;
}

/** Refresh now, and how often by itself. */
export function RefreshRatePicker({ rate, rangeMinutes, isBusy, isLive, onChange, onRefresh }: Props) {
  return (
    <div className={classes['group']}>
      <RefreshButton isBusy={isBusy} onRefresh={onRefresh} />
      <DropMenu
        label="Refresh rate"
        target={
          <Button
            rightSection={<IconChevronDown size={14} />}
            px={8}
            title={isLive ? 'Changes show by themselves' : 'Not connected to the server'}
          >
            <span className="ui-hidden">Refresh rate: {rate === 'None' && 'None. '}</span>
            <span className={classes['live']} data-lost={!isLive || undefined} aria-hidden />
            <span className={classes['words']} data-none={rate === 'None' || undefined}>
              {rate === 'None' ? (isLive ? 'Live' : 'Not live') : `Every ${rate}`}
            </span>
          </Button>
        }
        entries={REFRESH_RATES.map(({ label }) => ({
          id: label,
          title: label,
          isChosen: label === rate,
          isDisabled: isRateDisabled(label, rangeMinutes),
          select: () => onChange(label),
        }))}
      />
    </div>
  );
}
