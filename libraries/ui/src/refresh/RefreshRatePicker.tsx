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
  readonly onChange: (rate: RefreshRate) => void;
  readonly onRefresh: () => void;
}

/** Refresh now, and how often by itself. */
export function RefreshRatePicker({ rate, rangeMinutes, isBusy, onChange, onRefresh }: Props) {
  return (
    <div className={classes['group']}>
      <RefreshButton isBusy={isBusy} onRefresh={onRefresh} />
      <DropMenu
        label="Refresh rate"
        target={
          <Button rightSection={<IconChevronDown size={14} />} px={8}>
            <span className="ui-hidden">Refresh rate: </span>
            <span className={classes['words']} data-none={rate === 'None' || undefined}>
              {rate === 'None' ? 'None' : `Every ${rate}`}
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
