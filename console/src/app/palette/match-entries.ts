import type { ReactNode } from 'react';

/** The group of what the person opened last. */
export const RECENT = 'Recent';

export interface PaletteEntry {
  /** Unique among all entries; an entry that is also recent stands under Recent alone. */
  readonly id: string;
  /** Its heading. */
  readonly group: string;
  readonly title: string;
  readonly icon: ReactNode;
  readonly run: () => void;
}

interface PaletteGroup {
  readonly title: string;
  readonly entries: readonly PaletteEntry[];
}

/** The entries whose title holds every word of the text, the best of each group first. Recent ones stand while nothing is typed. */
export function matchEntries(entries: readonly PaletteEntry[], text: string): readonly PaletteGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const recent = new Set(entries.filter(({ group }) => group === RECENT).map(({ id }) => id));
  const isShown = ({ id, group, title }: PaletteEntry) => {
    if (words.length === 0) return group === RECENT || !recent.has(id);
    return group !== RECENT && words.every((word) => title.toLowerCase().includes(word));
  };
  return [...new Set(entries.map(({ group }) => group))]
    .map((group) => ({
      title: group,
      entries: entries
        .filter((entry) => entry.group === group && isShown(entry))
        .toSorted((one, other) => distance(one.title, words) - distance(other.title, words)),
    }))
    .filter((group) => group.entries.length > 0);
}

/**
 * Whether all entries for a text are here. Nothing is searched for an empty text.
 * @param asked the text of the last search, which follows the typing with a pause.
 */
export function isComplete({
  typed,
  asked,
  isAnswered,
}: {
  readonly typed: string;
  readonly asked: string;
  readonly isAnswered: boolean;
}): boolean {
  return typed.trim() === '' || (typed.trim() === asked.trim() && isAnswered);
}

/** 0 when the title begins with the first word, 1 when one of its words does, else 2. */
function distance(title: string, [first = '']: readonly string[]): number {
  const text = title.toLowerCase();
  if (text.startsWith(first)) return 0;
  return text.split(/[\s./_-]+/).some((word) => word.startsWith(first)) ? 1 : 2;
}
