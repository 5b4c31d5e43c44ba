/** Runs of some work per second of wall time. */
export function rateOf(time: number, work: () => unknown): number {
  const end = performance.now() + time / 10;
  while (performance.now() < end) work();
  const begun = performance.now();
  let count = 0;
  while (performance.now() - begun < time) {
    for (let round = 0; round < 10; round++) work();
    count += 10;
  }
  return (1000 * count) / (performance.now() - begun);
}

/** The same for work that answers later, with some of it under way at once. */
export async function rateOfLater(time: number, atOnce: number, work: () => Promise<unknown>): Promise<number> {
  await work();
  const begun = performance.now();
  let count = 0;
  const worker = async () => {
    while (performance.now() - begun < time) {
      await work();
      count++;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return (1000 * count) / (performance.now() - begun);
}

export function perSecond(rate: number): string {
  return `${rate >= 100 ? Math.round(rate).toLocaleString('en-US') : rate.toFixed(1)}/s`;
}
