import { createHmac } from 'node:crypto';
import type { Step } from '../../method.ts';

type Bound = Pick<Step, 'context' | 'flow'>;

/**
 * A challenge or a fresh secret that belongs to one flow: nobody can tell it without the server's key, and it is the same
 * however often the flow is read, so that reading a flow writes nothing. After {@link nextRound} it is another one.
 * @param length at most 32.
 */
export function flowBytes(step: Bound, method: string, length: number): Uint8Array<ArrayBuffer> {
  const digest = createHmac('sha256', step.context.key)
    .update(`flow ${method} ${step.flow.id} ${round(step, method)}`)
    .digest();
  return new Uint8Array(digest.subarray(0, length));
}

/** What a step leaves in the flow, so that the bytes it was given are never taken again. */
export function nextRound(step: Bound, method: string): Readonly<Record<string, unknown>> {
  return { [method]: round(step, method) + 1 };
}

function round({ flow }: Bound, method: string): number {
  const kept = flow.internal[method];
  return typeof kept === 'number' ? kept : 0;
}
