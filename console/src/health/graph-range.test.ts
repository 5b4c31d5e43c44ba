import { mappedRange, relativeRange, type TimeRange } from '@watchroom/ui/logic';
import { describe, expect, it } from 'vitest';
import { graphRange, shownRange, spanOf, windowOf } from './graph-range.ts';

const from = '2026-11-20T12:00:00.000Z';
const to = '2026-11-20T12:05:00.000Z';
const now = Date.parse('2026-11-20T13:00:00Z');
const nothing = { range: undefined, from: undefined, to: undefined };
const window = (range: TimeRange | undefined) => windowOf(range ?? shownRange(nothing, '5y'), now);

describe('the range of the dialog', () => {
  it('is the one that fits until one is chosen', () => {
    expect(shownRange(nothing, '2h')).toMatchObject({ display: 'Last 2 hours', range: 'now-2h' });
    expect(shownRange({ ...nothing, range: mappedRange('Today') }, '2h').display).toBe('Today');
  });

  it('is the zoomed part when there is one', () => {
    expect(shownRange({ range: mappedRange('Today'), from, to }, '2h')).toMatchObject({ type: 'absolute', from, to });
  });
});

describe('the window of a range', () => {
  it('reaches back from now by the minutes of the list', () => {
    const month = window(relativeRange('1mo'));
    expect(month).toEqual({ minutes: 43_200, start: '1mo' });
    expect(graphRange(month)).toEqual({ start: '1mo' });
    expect(spanOf(window(relativeRange('2h')), now)).toEqual([now - 7_200_000, now]);
  });

  it('is asked for in seconds when the list does not have it', () => {
    expect(window(relativeRange('now-1h30m'))).toEqual({ minutes: 90, start: '5400s' });
    expect(window(relativeRange('now-90s'))).toEqual({ minutes: 1.5, start: '90s' });
  });

  it('has fixed ends for a part of the calendar', () => {
    const yesterday = window(mappedRange('Yesterday', 'UTC'));
    const [start, end] = ['2026-11-19T00:00:00.000Z', '2026-11-19T23:59:59.999Z'];
    expect(yesterday).toMatchObject({ from: start, to: end });
    expect(graphRange(yesterday)).toEqual({ start, end });
    expect(spanOf(yesterday, now)).toEqual([Date.parse(start), Date.parse(end)]);
  });

  it('keeps its end open where the range ends now', () => {
    const start = '2026-11-20T00:00:00.000Z';
    for (const range of [mappedRange('Today so far', 'UTC'), relativeRange('now/d', 'UTC')]) {
      expect(window(range)).toMatchObject({ from: start, to: undefined });
      expect(graphRange(window(range))).toEqual({ start });
      expect(spanOf(window(range), now)).toEqual([Date.parse(start), now]);
    }
  });
});
