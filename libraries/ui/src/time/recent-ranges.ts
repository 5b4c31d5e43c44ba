/** An absolute range that was used, both ends in ISO 8601. */
export interface RecentRange {
  readonly from: string;
  readonly to: string;
}

const KEY = 'recentTimeRanges';
const KEPT = 5;

/** The range first, the older ones behind it without a copy of it, five in all. */
export function addRecentRange(recent: readonly RecentRange[], { from, to }: RecentRange): readonly RecentRange[] {
  const others = recent.filter((each) => each.from !== from || each.to !== to);
  return [{ from, to }, ...others].slice(0, KEPT);
}

/** What the text of the storage holds, newest first; entries that are no range are left out. */
export function parseRecentRanges(text: string | null): readonly RecentRange[] {
  try {
    const kept: unknown = JSON.parse(text ?? '[]');
    if (!Array.isArray(kept)) return [];
    return kept.filter(isRange).reduceRight<readonly RecentRange[]>(addRecentRange, []);
  } catch {
    // Whatever else wrote there, the list starts anew.
    return [];
  }
}

function isRange(value: unknown): value is RecentRange {
  if (typeof value !== 'object' || value === null || !('from' in value) || !('to' in value)) return false;
  const { from, to } = value;
  return typeof from === 'string' && typeof to === 'string' && Date.parse(from) < Date.parse(to);
}

export function readRecentRanges(): readonly RecentRange[] {
  try {
    return parseRecentRanges(localStorage.getItem(KEY));
  } catch {
    // A browser may forbid storage.
    return [];
  }
}

export function keepRecentRange(range: RecentRange): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(addRecentRange(readRecentRanges(), range)));
  } catch {
    // Without storage nothing is remembered, and the range is used all the same.
  }
}
