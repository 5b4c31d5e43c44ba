import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { rowsQuery } from '../data.ts';

const MOST = 8;

/** Checks whose name holds the words in this order; none while nothing is typed. */
export function useFoundChecks(text: string, mayRead: boolean) {
  const pattern = likePattern(text);
  return useQuery({
    ...rowsQuery({
      from: 'check_names',
      select: 'id,name,status',
      refine: (query) => query.ilike('name', pattern).order('name').limit(MOST),
    }),
    queryKey: ['palette', 'checks', pattern],
    enabled: mayRead && text.trim() !== '',
    placeholderData: keepPreviousData,
  });
}

/** `front page` finds `Front-end page`; what means something to LIKE is taken as it stands. */
export function likePattern(text: string): string {
  const words = text.trim().split(/\s+/);
  return `%${words.map((word) => word.replace(/[\\%_]/g, String.raw`\$&`)).join('%')}%`;
}
