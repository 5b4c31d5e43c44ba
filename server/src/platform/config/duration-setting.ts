import { parseDuration } from '@watchroom/time';
import type { Setting } from './setting.ts';

/** A length of time such as `3d`, in milliseconds. */
export function duration(
  common: Pick<Setting<number>, 'env' | 'flag' | 'description'>,
  fallback: string,
  least = 0,
): Setting<number> {
  return {
    ...common,
    shape: 'DURATION',
    fallback,
    parse(given = fallback) {
      const value = parseDuration(given);
      if (value === undefined) return `is "${given}"; use a duration such as "${fallback}"`;
      return value < least ? `is "${given}"; the shortest that works is ${least / 1000} s` : { value };
    },
  };
}
