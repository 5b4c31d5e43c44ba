import type { ConnectionTest } from '@watchroom/contract/connections';
import { createOutbound, type Outbound } from '@watchroom/outbound';
import type { Entry } from '../../platform/kinds/validate.ts';
import { type Clock, systemClock } from '../../platform/time/clock.ts';
import { completeEntry } from '../complete.ts';
import { hydrate } from '../hydrate.ts';
import { registry } from '../kinds/registry.generated.ts';
import { runTrial } from '../kinds/support/run-trial.ts';

interface Options {
  /** When the deadline comes, of 10 s; without it after that time. */
  readonly ends?: Promise<unknown>;
  /** What the address policy or the names are set to; one of its own without it. */
  readonly outbound?: Outbound;
}

/** Tests an entry of a type as the form does: judged, made ready, tried within a deadline. */
export async function tryEntry(type: string, entry: Entry, options: Options = {}): Promise<ConnectionTest> {
  const about = { type, name: 'tried', namespace: 'default' };
  const connection = hydrate({ id: undefined, ...about, entry: completeEntry({ ...about, entry }, {}) });
  const test = registry.kindOf(type)?.test;
  if (!test) throw new Error(`The type ${type} has no test`);
  const own = options.outbound ? undefined : createOutbound({ userAgent: 'Watchroom/test' });
  const outbound = options.outbound ?? own;
  if (!outbound) throw new Error('There is no way out');
  try {
    return await runTrial({ outbound, clock: clockOf(options), deadline: 10_000 }, test, connection);
  } finally {
    await own?.[Symbol.asyncDispose]();
  }
}

function clockOf({ ends }: Options): Clock {
  if (!ends) return systemClock;
  return {
    ...systemClock,
    after(_delay, call) {
      void ends.then(call);
      return () => {};
    },
  };
}

/** The steps by name, with the mark of the one that failed: `['Name lookup', 'Connect', 'Sign in failed']`. */
export function stepsOf({ steps }: ConnectionTest): readonly string[] {
  return steps.map(({ name, passed }) => (passed ? name : `${name} failed`));
}
