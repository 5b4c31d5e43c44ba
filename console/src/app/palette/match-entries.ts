import type { ReactNode } from 'react';

const GROUPS = ['Recent', 'Pages', 'Settings', 'Checks', 'Actions'] as const;

export interface PaletteEntry {
  /** Unique among all entries; an entry that is also recent stands under Recent alone. */
  readonly id: string;
  readonly group: (typeof GROUPS)[number];
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
  const recent = new Set(entries.filter(({ group }) => group === 'Recent').map(({ id }) => id));
  const isShown = ({ id, group, title }: PaletteEntry) => {
    if (words.length === 0) return group === 'Recent' || !recent.has(id);
    return group !== 'Recent' && words.every((word) => title.toLowerCase().includes(word));
  };
  return GROUPS.map((group) => ({
    title: group,
    entries: entries
      .filter((entry) => entry.group === group && isShown(entry))
      .toSorted((one, other) => distance(one.title, words) - distance(other.title, words)),
  })).filter((group) => group.entries.length > 0);
}

/** 0 when the title begins with the first word, 1 when one of its words does, else 2. */
function distance(title: string, [first = '']: readonly string[]): number {
  const text = title.toLowerCase();
  if (text.startsWith(first)) return 0;
  return text.split(/[\s./_-]+/).some((word) => word.startsWith(first)) ? 1 : 2;
}
