import { describe, expect, it } from 'vitest';
import { barHeights, STRIP_HEIGHT, stripPaths, stripSentence } from './bars.ts';

const bar = (pass: boolean, duration: number) => ({ time: '2026-11-20T12:00:00Z', pass, duration });

describe('uptime strip', () => {
  it('draws a failure at full height and a slower run higher than a faster one', () => {
    const [fast = 0, slow = 0, failed] = barHeights([bar(true, 10), bar(true, 100), bar(false, 1)]);
    expect(slow).toBeGreaterThan(fast);
    expect(failed).toBe(STRIP_HEIGHT);
  });

  it('puts the newest run at the right and leaves free slots at the left', () => {
    const paths = stripPaths([bar(true, 10), bar(false, 10)], 4);
    expect(paths.empty.match(/M/g)).toHaveLength(2);
    expect(paths.pass.startsWith('M12 ')).toBe(true);
    expect(paths.fail.startsWith('M18 ')).toBe(true);
  });

  it('tells a screen reader how many runs failed', () => {
    expect(stripSentence([])).toBe('No runs yet');
    expect(stripSentence([bar(true, 1)])).toBe('1 run, all passed');
    expect(stripSentence([bar(true, 1), bar(false, 1)])).toBe('Last 2 runs, 1 failed');
  });
});
