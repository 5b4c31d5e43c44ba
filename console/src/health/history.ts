import { millisecondsFromText } from '@watchroom/ui/logic';

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

/** The query of the data API for one page of history. */
export function historyQuery(
  id: string,
  filter: HistoryFilter,
  now: number,
): Readonly<Record<string, string | readonly string[]>> {
  const from = filter.from ?? new Date(now - filter.minutes * 60_000).toISOString();
  const slowest = millisecondsFromText(filter.duration);
  return {
    check_id: `eq.${id}`,
    time: filter.to ? [`gt.${from}`, `lte.${filter.to}`] : `gt.${from}`,
    ...(filter.status !== 'all' && { status: `eq.${filter.status === 'healthy' ? 1 : 0}` }),
    ...(slowest !== undefined && { duration: `gte.${Math.round(slowest)}` }),
    order: 'time.desc',
    limit: String(HISTORY_PAGE),
    offset: String(filter.page * HISTORY_PAGE),
  };
}

/** Whether the text is empty or a duration that the filter takes. */
export function isDurationFilter(text: string): boolean {
  return text.trim() === '' || millisecondsFromText(text) !== undefined;
}
