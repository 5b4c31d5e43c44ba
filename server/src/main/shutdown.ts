import type { Logger } from '../platform/log/logger.ts';

type Step = () => Promise<unknown>;

/** Ends what was started, in the opposite order: first what brings work in, last what the rest stands on. */
export interface Shutdown {
  first(step: Step): void;
  last(step: Step): void;
  run(): Promise<void>;
  /** From now on SIGINT and SIGTERM stop the process; the second one at once. */
  onSignals(): void;
}

export function createShutdown(log: Logger): Shutdown {
  const first: Step[] = [];
  const last: Step[] = [];
  let running: Promise<void> | undefined;

  async function runOnce(): Promise<void> {
    for (const step of [...first, ...last.toReversed()])
      await step().catch((error: unknown) => log.warn({ err: error }, 'a part did not stop cleanly'));
  }
  const run = () => (running ??= runOnce());

  return {
    first: (step) => void first.push(step),
    last: (step) => void last.push(step),
    run,
    onSignals() {
      for (const signal of ['SIGINT', 'SIGTERM'] as const)
        process.on(signal, () => {
          if (running) process.exit(1);
          log.info(`${signal}: finishing what runs`);
          void run().then(() => process.exit(0));
        });
    },
  };
}
