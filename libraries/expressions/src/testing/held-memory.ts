import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

/** Bytes of the heap that are still held after a collection, whatever ran in this process before. */
export function heldMemory(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
