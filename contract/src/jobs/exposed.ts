import type { Exposed } from '../rooms/exposed.ts';

export const exposed: Exposed = {
  tables: {
    job_history: { area: 'database' },
    job_histories: { area: 'database' },
    job_history_names: { area: 'database' },
    job_history_latest_status: { area: 'database' },
    event_queue_summary: { area: 'database' },
    failed_events: { area: 'database' },
  },
};
