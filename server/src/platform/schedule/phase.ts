import { createHash } from 'node:crypto';

/** A number from 0 to below 1 that is always the same for one id and evenly spread over many. */
export function phaseOf(id: string): number {
  return createHash('sha256').update(id).digest().readUInt32BE(0) / 2 ** 32;
}
