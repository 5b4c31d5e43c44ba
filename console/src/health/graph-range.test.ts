import { describe, expect, it } from 'vitest';
import { graphRange, spanOf } from './graph-range.ts';

const from = '2026-11-20T12:00:00.000Z';
const to = '2026-11-20T12:05:00.000Z';
const now = Date.parse('2026-11-20T13:00:00Z');

describe('the range of the chart', () => {
  it('reaches back from now', () => {
    expect(graphRange('2h', { from: undefined, to: undefined })).toEqual({ start: '2h' });
    expect(spanOf('2h', undefined, undefined, now)).toEqual([now - 7_200_000, now]);
  });

  it('is the zoomed part when there is one', () => {
    expect(graphRange('2h', { from, to })).toEqual({ start: from, end: to });
    expect(spanOf('2h', from, to, now)).toEqual([Date.parse(from), Date.parse(to)]);
  });
});
