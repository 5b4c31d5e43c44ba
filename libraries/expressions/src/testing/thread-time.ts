const ATTEMPTS = 5;
/** Milliseconds; generous, for machines that are much slower than those of developers. */
const MOST = 250;

/** What holds up this thread for long, with its time: the best of several runs, so that what else happens on the machine is not counted. */
export function slowOnes(
  named: readonly (readonly [name: string, text: string])[],
  run: (text: string) => void,
): string[] {
  return named.flatMap(([name, text]) => {
    const best = Math.min(...Array.from({ length: ATTEMPTS }, () => threadTime(() => run(text))));
    return best > MOST ? [`${name}: ${best.toFixed(0)} ms`] : [];
  });
}

/** Processor time of this thread, in milliseconds. */
function threadTime(run: () => void): number {
  const before = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
