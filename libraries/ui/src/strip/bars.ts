/** One past result; `duration` in milliseconds. */
export interface StripBar {
  readonly time: string;
  readonly pass: boolean;
  readonly duration: number;
  /** What the run said, in one line. */
  readonly message?: string;
}

/** Geometry of the strip in pixels: bars 4 wide, 2 apart, 18 high. */
export const BAR_STEP = 6;
const BAR_WIDTH = 4;
export const STRIP_HEIGHT = 18;
const LOWEST = 4;

/** Heights by latency: the slowest passing run of the strip is nearly full height, a failure always is. */
export function barHeights(bars: readonly StripBar[]): readonly number[] {
  const slowest = Math.max(1, ...bars.filter((bar) => bar.pass).map((bar) => bar.duration));
  return bars.map((bar) =>
    bar.pass ? LOWEST + Math.round((bar.duration / slowest) * (STRIP_HEIGHT - LOWEST - 2)) : STRIP_HEIGHT,
  );
}

/** One path per colour instead of an element per bar: a page of 40 strips stays under 200 nodes. */
export function stripPaths(
  bars: readonly StripBar[],
  slots: number,
): Readonly<Record<'pass' | 'fail' | 'empty', string>> {
  const paths = { pass: '', fail: '', empty: '' };
  const heights = barHeights(bars);
  const offset = Math.max(0, slots - bars.length);
  for (let slot = 0; slot < slots; slot += 1) {
    const bar = bars[slot - offset];
    const height = bar ? (heights[slot - offset] ?? LOWEST) : 3;
    const key = bar ? (bar.pass ? 'pass' : 'fail') : 'empty';
    paths[key] += roundedBar(slot * BAR_STEP, STRIP_HEIGHT - height, height);
  }
  return paths;
}

function roundedBar(x: number, y: number, height: number): string {
  return `M${x} ${y + 1}q0-1 1-1h${BAR_WIDTH - 2}q1 0 1 1v${height - 2}q0 1-1 1h${2 - BAR_WIDTH}q-1 0-1-1z`;
}

/** What a screen reader hears for the whole strip. */
export function stripSentence(bars: readonly StripBar[]): string {
  if (bars.length === 0) return 'No runs yet';
  const failed = bars.filter((bar) => !bar.pass).length;
  const runs = bars.length === 1 ? '1 run' : `Last ${bars.length} runs`;
  return failed === 0 ? `${runs}, all passed` : `${runs}, ${failed} failed`;
}
