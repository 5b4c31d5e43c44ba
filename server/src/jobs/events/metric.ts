import type { Registry } from 'prom-client';
import type { Database } from '../../platform/database/database.ts';
import { createCountsGauge } from '../../platform/metrics/counts-gauge.ts';

/** How many events wait, and how many will wait for ever. */
export function createEventMetric(registry: Registry, database: Database): void {
  const gauge = {
    name: 'watchroom_events',
    help: 'Events in the queue: pending wait for their reactions, dead failed too often.',
    label: 'state',
  };
  createCountsGauge(registry, gauge, async () => {
    const counted = await database.timed.query<{ pending: number; dead: number }>(
      'select count(due_at)::int as pending, (count(*) - count(due_at))::int as dead from jobs.event_queue',
    );
    return { ...counted.rows[0] };
  });
}
