import {
  absoluteRange,
  mappedRange,
  relativeRange,
  RefreshButton,
  type RefreshRate,
  RefreshRatePicker,
  RelativeTime,
  type TimeRange,
  TimeRangePicker,
  TimeUntil,
} from '@watchroom/ui';
import { useState } from 'react';
import { Specimen } from '../Specimen.tsx';
import type { Story } from '../story.ts';

const ago = (milliseconds: number) => new Date(Date.now() - milliseconds).toISOString();
const [MINUTE, DAY] = [60_000, 86_400_000];
const ignore = () => undefined;

function Range({ start, side = 'past' }: { readonly start: TimeRange | undefined; readonly side?: 'past' | 'both' }) {
  const [range, setRange] = useState(start);
  return <TimeRangePicker range={range} onChange={setRange} side={side} />;
}

function Rate({
  start,
  minutes,
  isBusy,
}: {
  readonly start: RefreshRate;
  readonly minutes: number;
  readonly isBusy: boolean;
}) {
  const [rate, setRate] = useState(start);
  return (
    <RefreshRatePicker
      rate={rate}
      rangeMinutes={minutes}
      isBusy={isBusy}
      isLive={!isBusy}
      onChange={setRate}
      onRefresh={ignore}
    />
  );
}

export const story: Story = {
  title: 'Time and refresh',
  render: () => (
    <>
      <Specimen title="Time range: none, relative, by the calendar, absolute, to the future">
        <Range start={undefined} />
        <Range start={relativeRange('1h')} />
        <Range start={mappedRange('This week')} />
        <Range start={absoluteRange(Date.UTC(2026, 0, 15, 9), Date.UTC(2026, 2, 2, 17, 30))} />
        <Range start={undefined} side="both" />
      </Specimen>
      <Specimen title="Refresh: idle and busy">
        <RefreshButton isBusy={false} onRefresh={ignore} />
        <RefreshButton isBusy onRefresh={ignore} />
      </Specimen>
      <Specimen title="Refresh rate: none, every minute, and where a long range forbids the fast ones">
        <Rate start="None" minutes={15} isBusy={false} />
        <Rate start="60s" minutes={60} isBusy />
        <Rate start="5m" minutes={1_440} isBusy={false} />
      </Specimen>
      <Specimen title="Past: seconds, minutes, days, years, never">
        {[5_000, 12 * MINUTE, 3 * DAY, 800 * DAY].map((span) => (
          <RelativeTime key={span} time={ago(span)} />
        ))}
        <RelativeTime time={null} />
      </Specimen>
      <Specimen title="Future, and due">
        <TimeUntil time={ago(-90 * MINUTE)} />
        <TimeUntil time={ago(MINUTE)} />
      </Specimen>
    </>
  ),
};
