declare global {
  interface Window {
    bench?: {
      /** Milliseconds from the navigation until the first real row was there. */
      firstRow: number | undefined;
      /** Milliseconds from the navigation until the page had nothing more urgent to do than to answer. */
      usable: number | undefined;
      /** Durations of long tasks so far. */
      readonly tasks: number[];
    };
  }
}

/**
 * Runs inside the page before its own scripts; must not use anything from outside its body.
 * @param row selects what only a loaded page has
 */
export function observePage(row: string): void {
  const bench: NonNullable<Window['bench']> = { firstRow: undefined, usable: undefined, tasks: [] };
  window.bench = bench;
  new PerformanceObserver((list) => bench.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({
    type: 'longtask',
  });
  const look = () => {
    if (document.querySelector(row) === null) {
      requestAnimationFrame(look);
      return;
    }
    bench.firstRow = performance.now();
    requestIdleCallback(() => (bench.usable = performance.now()));
  };
  requestAnimationFrame(look);
}
