import { ActionIcon } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconX } from '@tabler/icons-react';
import { localZone } from '@watchroom/time';
import { useState } from 'react';
import { AbsoluteForm } from './AbsoluteForm.tsx';
import { QuickRanges } from './QuickRanges.tsx';
import { absoluteRange, inZone, type TimeRange } from './range.ts';
import classes from './range.module.css';
import { keepRecentRange, readRecentRanges } from './recent-ranges.ts';
import { spanText } from './moment-text.ts';

interface Props {
  readonly range: TimeRange | undefined;
  readonly side: 'past' | 'future' | 'both';
  /** A choice that ends the search. */
  readonly onChoose: (range: TimeRange | undefined) => void;
  /** A change under which the panel stays open. */
  readonly onChange: (range: TimeRange) => void;
  readonly onClose: () => void;
}

const PARTS = { quick: 'Quick ranges', absolute: 'Absolute range' } as const;

/** What the picker opens: both parts side by side, one at a time on a phone. */
export function RangePanel({ range, side, onChoose, onChange, onClose }: Props) {
  const isPhone = useMediaQuery('(max-width: 640px)', undefined, { getInitialValueInEffect: false }) ?? false;
  const [part, setPart] = useState<keyof typeof PARTS>(range?.type === 'absolute' ? 'absolute' : 'quick');
  const [timeZone, setTimeZone] = useState(range?.timeZone);
  const choose = (next: TimeRange) => {
    if (next.type === 'absolute') keepRecentRange(next);
    onChoose(inZone(next, timeZone));
  };
  const changeZone = (next: TimeRange['timeZone']) => {
    setTimeZone(next);
    if (range) onChange(inZone(range, next));
  };
  const absolute = (
    <div className={classes['absolute']}>
      <AbsoluteForm
        range={range}
        timeZone={timeZone}
        onTimeZone={changeZone}
        onSubmit={choose}
        onClear={() => onChoose(undefined)}
      />
      <RecentRanges timeZone={timeZone} onChoose={choose} />
    </div>
  );
  const quick = <QuickRanges range={range} side={side} hasFocus={!isPhone} onChoose={choose} />;
  if (!isPhone)
    return (
      <div className={classes['panel']}>
        {absolute}
        {quick}
      </div>
    );
  return (
    <>
      <div className={classes['sheetHead']}>
        {(['quick', 'absolute'] as const).map((each) => (
          <button
            key={each}
            type="button"
            className={classes['part']}
            aria-pressed={each === part}
            data-autofocus={each === part || undefined}
            onClick={() => setPart(each)}
          >
            {PARTS[each]}
          </button>
        ))}
        <ActionIcon aria-label="Close" onClick={onClose}>
          <IconX size={18} stroke={1.6} />
        </ActionIcon>
      </div>
      <div className={classes['sheetBody']}>{part === 'quick' ? quick : absolute}</div>
    </>
  );
}

function RecentRanges({
  timeZone,
  onChoose,
}: {
  readonly timeZone: TimeRange['timeZone'];
  readonly onChoose: (range: TimeRange) => void;
}) {
  const [recent] = useState(readRecentRanges);
  if (recent.length === 0) return null;
  return (
    <section className={classes['recent']} aria-label="Recent ranges">
      <div className={classes['title']} aria-hidden>
        Recent ranges
      </div>
      {recent.map(({ from, to }) => {
        const [start, end] = [Date.parse(from), Date.parse(to)];
        return (
          <button
            key={`${from}/${to}`}
            type="button"
            className={`${classes['entry']} ui-num`}
            onClick={() => onChoose(absoluteRange(start, end, timeZone))}
          >
            {spanText(start, end, timeZone ?? localZone())}
          </button>
        );
      })}
    </section>
  );
}
