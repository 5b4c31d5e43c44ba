import { Gauge, type Registry } from 'prom-client';

/** Several scrapers, and a person who reloads, share one look at the database. Milliseconds. */
const KEPT = 2_000;

/**
 * A gauge with one series per count, asked for when Prometheus asks. While the counts cannot be read it is empty and all
 * other metrics stay.
 * @param gauge `label` tells the counts apart.
 * @param monotonic milliseconds that never go back.
 */
export function createCountsGauge(
  registry: Registry,
  { name, help, label }: { readonly name: string; readonly help: string; readonly label: string },
  read: () => Promise<Readonly<Record<string, number>>>,
  monotonic: () => number = () => performance.now(),
): void {
  let reading: Promise<Readonly<Record<string, number>>> | undefined;
  let endsAt = Number.POSITIVE_INFINITY;

  /** A read that waits for a lost database is shared as long as it lasts, and a failed one is not repeated at once. */
  function recent(): Promise<Readonly<Record<string, number>>> {
    if (reading && monotonic() < endsAt) return reading;
    endsAt = Number.POSITIVE_INFINITY;
    reading = read()
      .catch(() => ({}))
      .finally(() => {
        endsAt = monotonic() + KEPT;
      });
    return reading;
  }

  new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [registry],
    async collect() {
      const counts = await recent();
      this.reset();
      for (const [key, value] of Object.entries(counts)) this.set({ [label]: key }, value);
    },
  });
}
