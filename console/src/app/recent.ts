const KEY = 'watchroom-recent';
const MOST = 5;

/** Where a person went by the palette: a screen by its path, or a check by its id and name. */
export type Recent =
  | { readonly kind: 'screen'; readonly path: string }
  | { readonly kind: 'check'; readonly id: string; readonly name: string };

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

function keyOf(place: Recent): string {
  return place.kind === 'screen' ? place.path : place.id;
}

function isRecent(value: unknown): value is Recent {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'screen') return 'path' in value && typeof value.path === 'string';
  return (
    value.kind === 'check' &&
    'id' in value &&
    typeof value.id === 'string' &&
    'name' in value &&
    typeof value.name === 'string'
  );
}
