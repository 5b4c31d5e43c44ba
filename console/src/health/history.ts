import { millisecondsFromText } from '@watchroom/ui/logic';
import { pageQuery, type Selected } from '../app/data.ts';

export const HISTORY_PAGE = 50;
export const DURATION_PRESETS = ['100ms', '500ms', '1s', '5s', '10s', '30s'] as const;
export const DURATION_ERROR = 'duration is allowed only in milli seconds & seconds';

export interface HistoryFilter {
  readonly status: 'all' | 'healthy' | 'unhealthy';
  /** As typed; an unreadable one filters nothing. */
  readonly duration: string;
  readonly page: number;
  /** Minutes back from now, or a fixed part of time. */
  readonly minutes: number;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

const COLUMNS = 'time, status, invalid, duration, message, error';

export type HistoryRow = Selected<'check_statuses', typeof COLUMNS>;

/** One page of the runs of a check, the newest first. */
export function historyPageQuery(id: string, filter: HistoryFilter) {
  return pageQuery({
    from: 'check_statuses',
    select: COLUMNS,
    ids: { check_statuses: id },
    refine(query) {
      const first = filter.page * HISTORY_PAGE;
      const slowest = millisecondsFromText(filter.duration);
      query.eq('check_id', id).gt('time', filter.from ?? new Date(Date.now() - filter.minutes * 60_000).toISOString());
      if (filter.to !== undefined) query.lte('time', filter.to);
      if (filter.status !== 'all') query.filter('status', 'eq', filter.status === 'healthy' ? 1 : 0);
      if (slowest !== undefined) query.gte('duration', Math.round(slowest));
      return query.order('time', { ascending: false }).range(first, first + HISTORY_PAGE - 1);
    },
  });
}

/** Whether the text is empty or a duration that the filter takes. */
export function isDurationFilter(text: string): boolean {
  return text.trim() === '' || millisecondsFromText(text) !== undefined;
}
