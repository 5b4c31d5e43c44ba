declare global {
  interface Window {
    bench?: {
      /** Milliseconds from the navigation until the first real row was there. */
      usable: number | undefined;
      /** Durations of long tasks so far. */
      readonly tasks: number[];
    };
  }
}

/** What a page showed while it was scrolled; milliseconds. */
export interface Observed {
  readonly tasks: readonly number[];
  readonly frames: readonly number[];
  readonly elements: number;
}

/** Runs inside the page before its own scripts; must not use anything from outside its body. */
export function observePage(): void {
  const bench: NonNullable<Window['bench']> = { usable: undefined, tasks: [] };
  window.bench = bench;
  new PerformanceObserver((list) => bench.tasks.push(...list.getEntries().map((entry) => entry.duration))).observe({
    type: 'longtask',
  });
  const look = () => {
    if (document.querySelector('[data-item] a[href*="checkId="]')) bench.usable = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Runs inside the page: scrolls the list by some seven rows in each frame. */
export async function scrollChecks(frames: number): Promise<Observed> {
  const scroller = document.querySelector('[aria-label="Checks"][role="table"]');
  if (!scroller || !window.bench) throw new Error('the list of checks is not on the page');
  const { tasks } = window.bench;
  const before = tasks.length;
  const gaps: number[] = [];
  let last = performance.now();
  for (let frame = 0; frame < frames; frame += 1) {
    scroller.scrollTop += 240;
    const now = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
    gaps.push(Math.max(0, now - last));
    last = now;
  }
  // The observer hears of a task after its end.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return { tasks: tasks.slice(before), frames: gaps.slice(1), elements: document.querySelectorAll('*').length };
}
