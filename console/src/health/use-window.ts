import { useClockText } from '@watchroom/ui';
import type { TimeRange } from '@watchroom/ui/logic';
import { useMemo } from 'react';
import { type RangeWindow, windowOf } from './graph-range.ts';

/** The window of a range; it stays the same object until other rows belong to it, for example at midnight for Today. */
export function useWindow(range: TimeRange): RangeWindow {
  const key = useClockText((now) => {
    const { start, to } = windowOf(range, now);
    return `${start} ${to}`;
  });
  // oxlint-disable-next-line react/exhaustive-deps -- the key says when the moment of reading makes a difference
  return useMemo(() => windowOf(range, Date.now()), [range, key]);
}
