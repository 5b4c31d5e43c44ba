import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { Found, Screen } from '../screen.ts';

/** Things of one finder that the palette shows at most. */
const MOST = 8;
/** ms */
const FRESH = 5_000;

interface FoundThere {
  readonly screen: Screen;
  readonly found: Found;
}

/** What the finders of these screens find whose name holds the words in this order; nothing while nothing is typed. */
export function useFound(
  text: string,
  screens: readonly Screen[],
): { readonly found: readonly FoundThere[]; readonly isAnswered: boolean } {
  const pattern = likePattern(text);
  const places = screens.flatMap((screen) => (screen.finder ? [{ screen, finder: screen.finder }] : []));
  const results = useQueries({
    queries: places.map(({ screen, finder }) => ({
      queryKey: ['palette', screen.path, pattern],
      queryFn: async ({ signal }: { readonly signal: AbortSignal }) => (await finder.load())(pattern, MOST, signal),
      // No table is named that would make it stale.
      staleTime: FRESH,
      enabled: text.trim() !== '',
      placeholderData: keepPreviousData,
    })),
  });
  return {
    found: places.flatMap(({ screen }, index) => (results[index]?.data ?? []).map((found) => ({ screen, found }))),
    // What is shown until then was found for the text before.
    isAnswered: !results.some(({ isLoading, isPlaceholderData }) => isLoading || isPlaceholderData),
  };
}

/** `front page` finds `Front-end page`; what means something to LIKE is taken as it stands. */
export function likePattern(text: string): string {
  const words = text.trim().split(/\s+/);
  return `%${words.map((word) => word.replace(/[\\%_]/g, String.raw`\$&`)).join('%')}%`;
}
