import type { Adapter } from '@watchroom/data-api';
import type { Clock } from '../time/clock.ts';
import { embeddedFilters } from './embedded-filters.ts';
import { filterSuffix } from './filter-suffix.ts';
import { repairs } from './repairs.ts';
import { times } from './times.ts';

/**
 * What lets the data API take the requests of the wire contract's clients. In this order: `select` is mended first, since
 * all others look up aliases in it or add to it; filters with the suffix become filters of the dialect, so that those that
 * follow see one kind; embeds are added for filters that need them; times come last, as they only change values.
 */
export const wireAdapters = (clock: Pick<Clock, 'now'>): readonly Adapter[] => [
  repairs,
  filterSuffix(clock),
  embeddedFilters,
  times(clock),
];
