import type { Found } from './screen.ts';

const KEY = 'watchroom-recent';
const MOST = 5;

/** Where a person went by the palette: a screen by its path, or something on it. */
export interface Recent {
  readonly path: string;
  readonly item?: Omit<Found, 'health'>;
}

/** The last places, newest first; what cannot be read counts as none. */
export function recentPlaces(): readonly Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRecent).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

export function keepRecent(place: Recent): void {
  const others = recentPlaces().filter((other) => keyOf(other) !== keyOf(place));
  localStorage.setItem(KEY, JSON.stringify([place, ...others].slice(0, MOST)));
}

export function forgetRecent(): void {
  localStorage.removeItem(KEY);
}

function keyOf({ path, item }: Recent): string {
  return item?.id ?? path;
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null) return false;
  const { path, item }: { path?: unknown; item?: unknown } = value;
  if (typeof path !== 'string') return false;
  if (item === undefined) return true;
  if (typeof item !== 'object' || item === null) return false;
  const { id, title, search }: { id?: unknown; title?: unknown; search?: unknown } = item;
  return typeof id === 'string' && typeof title === 'string' && isWords(search);
}

function isWords(value: unknown): value is Readonly<Record<string, string>> {
  return typeof value === 'object' && value !== null && Object.values(value).every((word) => typeof word === 'string');
}
