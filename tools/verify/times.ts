import { relative } from 'node:path';

/** A test file of a run, with the time from its first hook to its last in milliseconds since the epoch. */
export interface TimedFile {
  readonly name: string;
  readonly startTime: number;
  readonly endTime: number;
}

const SHOWN = 10;
/** Folders whose subfolders are layers of their own. */
const DEEP = new Set(['libraries', 'tests', 'tools', 'server']);

/**
 * Where a run spent its time: seconds per layer, and the slowest files. Files of several workers overlap, so the seconds are those
 * of the workers together and not of a clock on the wall.
 */
export function describeTimes(files: readonly TimedFile[], root: string): string {
  const timed = files
    .map(({ name, startTime, endTime }) => ({ path: relative(root, name), seconds: (endTime - startTime) / 1000 }))
    .toSorted((a, b) => b.seconds - a.seconds);
  const layers = new Map<string, number>();
  for (const { path, seconds } of timed) layers.set(layerOf(path), (layers.get(layerOf(path)) ?? 0) + seconds);
  const sorted = [...layers].toSorted(([, a], [, b]) => b - a);
  return [
    '',
    'Seconds of all workers together, by layer:',
    ...sorted.map(([layer, seconds]) => row(seconds, layer)),
    '',
    `The ${Math.min(SHOWN, timed.length)} slowest files:`,
    ...timed.slice(0, SHOWN).map(({ path, seconds }) => row(seconds, path)),
    '',
  ].join('\n');
}

function layerOf(path: string): string {
  const parts = path.split('/');
  return parts.slice(0, DEEP.has(parts[0] ?? '') ? 2 : 1).join('/');
}

function row(seconds: number, name: string): string {
  return `${seconds.toFixed(1).padStart(8)}  ${name}`;
}
