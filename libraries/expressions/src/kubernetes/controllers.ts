import { condition, count, get, items, moment, text } from './read.ts';
import { type Health, HOUR, MINUTE, type ObjectHealth, result, span } from './result.ts';

export function workflow(object: unknown): ObjectHealth | undefined {
  const phase = text(object, 'status', 'phase');
  const message = text(object, 'status', 'message');
  if (phase === '' || phase === 'Pending') return result('healthy', 'Progressing', false, message);
  if (phase === 'Running') return result('healthy', 'Progressing', true, message);
  if (phase === 'Succeeded') return result('healthy', 'Healthy', true, message);
  return phase === 'Failed' || phase === 'Error' ? result('unhealthy', 'Degraded', true, message) : undefined;
}

export function application(object: unknown): ObjectHealth {
  const status = text(object, 'status', 'health', 'status');
  const health: Health = status === 'Healthy' ? 'healthy' : status === 'Degraded' ? 'unhealthy' : 'unknown';
  const isSynced = text(object, 'status', 'sync', 'status') === 'Synced';
  return result(health, status, isSynced, text(object, 'status', 'health', 'message'));
}

export function canary(object: unknown): ObjectHealth | undefined {
  const status = text(object, 'status', 'status');
  const error = text(object, 'status', 'errorMessage');
  if (error !== '') return result('unhealthy', status, true, error);
  const message = text(object, 'status', 'message');
  const uptime = /\((\d+(?:\.\d+)?)%\)/.exec(text(object, 'status', 'uptime1h'))?.[1];
  if (status === 'Passed')
    return result(uptime !== undefined && Number(uptime) < 80 ? 'warning' : 'healthy', status, true, message);
  if (status === 'Failed') return result('unhealthy', status, true, message);
  return status === 'Invalid' ? result('unhealthy', status, false, message) : undefined;
}

export function scrapeConfig(object: unknown, now: number): ObjectHealth {
  const incremental = get(object, 'status', 'incremental');
  const run = incremental ?? get(object, 'status', 'lastRun');
  const good = count(run, 'success');
  const bad = count(run, 'error');
  const message = items(run, 'errors')
    .filter((one) => typeof one === 'string')
    .join(', ');
  const interval = every(text(object, 'spec', 'schedule'));
  if (interval === undefined)
    return result('unhealthy', '', true, `Bad schedule: ${text(object, 'spec', 'schedule').slice(0, 100)}`);
  const ran = incremental === undefined ? moment(run, 'timestamp') : undefined;
  const late = ran === undefined ? 0 : now - ran - interval;
  if (late > 10 * MINUTE) return result(late > HOUR ? 'unhealthy' : 'warning', 'Stale', true, `${span(late)} overdue`);
  const health: Health = good + bad === 0 ? 'unknown' : bad === 0 ? 'healthy' : good === 0 ? 'unhealthy' : 'warning';
  return result(health, '', true, message);
}

const NAMED: Readonly<Record<string, number>> = {
  '': HOUR,
  '@hourly': HOUR,
  '@daily': 24 * HOUR,
  '@weekly': 168 * HOUR,
};
const UNITS: Readonly<Record<string, number>> = { s: 1000, m: MINUTE, h: HOUR };

/** The interval of a schedule, as far as it can be told without a calendar; nothing if it is none. */
function every(schedule: string): number | undefined {
  if (Object.hasOwn(NAMED, schedule)) return NAMED[schedule];
  const parts = /^@every ((?:\d+[smh])+)$/.exec(schedule)?.[1];
  if (parts !== undefined)
    return [...parts.matchAll(/(\d+)([smh])/g)].reduce(
      (sum, [, size, unit = 's']) => sum + Number(size) * (UNITS[unit] ?? 0),
      0,
    );
  const fields = schedule.trim().split(/\s+/);
  if (fields.length !== 5 || !fields.every((field) => /^[\d*/,A-Za-z-]+$/.test(field))) return undefined;
  const step = /^\*\/(\d+)$/.exec(fields[0] ?? '')?.[1];
  if (fields[1] !== '*') return 24 * HOUR;
  return fields[0] === '*' ? MINUTE : step === undefined ? HOUR : Number(step) * MINUTE;
}

/** A resource with a condition Ready whose reason is its status. */
export function missionControl(object: unknown): ObjectHealth | undefined {
  const ready = condition(object, 'Ready');
  if (ready === undefined) return undefined;
  const health: Health = ready.status === 'True' ? 'healthy' : ready.status === 'False' ? 'unhealthy' : 'unknown';
  return result(health, ready.reason || 'Synced', ready.status === 'True', ready.message);
}

export function notification(object: unknown, now: number): ObjectHealth | undefined {
  const ready = missionControl(object);
  if (ready !== undefined) return ready;
  const error = text(object, 'status', 'error');
  if (error !== '') return result('unhealthy', '', true, error);
  const sent = count(object, 'status', 'sent');
  const pending = count(object, 'status', 'pending');
  const failed = count(object, 'status', 'failed');
  const age = now - (moment(object, 'status', 'lastFailed') ?? Number.NEGATIVE_INFINITY);
  if (age <= HOUR) return result('unhealthy', '', true);
  if (age <= 12 * HOUR) return result('warning', '', true);
  if (sent > 0) return result(failed + pending > 0 ? 'warning' : 'healthy', '', true);
  if (failed > 0) return result('unhealthy', '', true);
  return pending > 0 ? result('warning', '', true) : undefined;
}
