export type Health = 'unknown' | 'healthy' | 'warning' | 'unhealthy';

/** What an object is like: whether it is as it should be and no longer changing, how well it does, and in words. */
export interface ObjectHealth {
  readonly ready: boolean;
  readonly health: Health;
  readonly status: string;
  readonly message: string;
}

/** A rule for one kind of object, at a moment in milliseconds since 1970. Nothing where the rule has nothing to say. */
export type Rule = (object: unknown, now: number) => ObjectHealth | undefined;

const ORDER: readonly Health[] = ['unknown', 'healthy', 'warning', 'unhealthy'];

/** Positive if `a` is worse than `b`. */
export function compareHealth(a: Health, b: Health): number {
  return ORDER.indexOf(a) - ORDER.indexOf(b);
}

export function worse(a: Health, b: Health): Health {
  return compareHealth(a, b) >= 0 ? a : b;
}

export function result(health: Health, status: string, ready: boolean, message = ''): ObjectHealth {
  return { ready, health, status, message };
}

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A span of milliseconds in its two largest units. */
export function span(milliseconds: number): string {
  const parts: [number, string][] = [
    [Math.floor(milliseconds / DAY), 'd'],
    [Math.floor(milliseconds / HOUR) % 24, 'h'],
    [Math.floor(milliseconds / MINUTE) % 60, 'm'],
    [Math.floor(milliseconds / 1000) % 60, 's'],
  ];
  const first = parts.findIndex(([size]) => size > 0);
  return first < 0
    ? '0s'
    : parts
        .slice(first, first + 2)
        .filter(([size]) => size > 0)
        .map(([size, unit]) => `${size}${unit}`)
        .join('');
}
