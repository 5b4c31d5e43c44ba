import { createOutbound, type Outbound } from '@watchroom/outbound';
import { type Entry, validateStrictly } from '../../../../platform/kinds/validate.ts';
import type { CheckKind, CheckOutcome } from '../define.ts';

/**
 * Runs an entry once, as the engine does: validated, with its defaults, under a deadline.
 * @param options.deadline milliseconds, 5000 without it.
 */
export async function runEntry<Spec>(
  kind: CheckKind<Spec>,
  entry: Entry,
  options: { deadline?: number; outbound?: Outbound } = {},
): Promise<CheckOutcome> {
  const validated = validateStrictly(kind, { name: 'test', ...entry });
  if (!validated.ok) throw new Error(`The entry is not valid: ${JSON.stringify(validated.errors)}`);
  const deadline = options.deadline ?? 5_000;
  const own = options.outbound ? undefined : createOutbound({ userAgent: 'Watchroom/test' });
  try {
    const outbound = options.outbound ?? own;
    if (!outbound) throw new Error('There is no way out');
    return await kind.run({ outbound, signal: AbortSignal.timeout(deadline), deadline }, validated.spec);
  } finally {
    await own?.[Symbol.asyncDispose]();
  }
}
