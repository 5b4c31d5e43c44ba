import type { Entry } from '../../platform/kinds/validate.ts';
import { isEntry } from '../../platform/kinds/validate.ts';
import type { CheckKind } from '../kinds/support/define.ts';

/** What scripts know of their check besides the result, under the names that documents use (engine reference 2.2). */
export interface ScriptSubject {
  readonly canary: { readonly id: string; readonly name: string; readonly namespace: string; readonly labels: Entry };
  readonly check: {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly labels: Entry;
    readonly endpoint: string;
  };
  /** Null before the first result, and where no script asks for it. */
  readonly last_result: LastResult | null;
}

interface LastResult {
  readonly status: boolean;
  readonly invalid: boolean;
  /** ISO 8601; empty before the first result. */
  readonly createdAt: string;
  /** Milliseconds. */
  readonly duration: number;
  readonly message: string;
  readonly error: string;
  /** What was kept of the data of the result. */
  readonly results: Entry;
}

export const NO_LAST_RESULT: LastResult = {
  status: false,
  invalid: false,
  createdAt: '',
  duration: 0,
  message: '',
  error: '',
  results: {},
};

/**
 * Selects a {@link ScriptSubject} of a check `c` of a canary `k`, in SQL; null where the check has neither a script nor a connection. The newest result
 * is read only for a script that names it.
 */
export const SUBJECT = `
  case when c.spec ?| array['test', 'display', 'transform', 'connection'] then jsonb_build_object(
    'canary', jsonb_build_object('id', k.id, 'name', k.name, 'namespace', k.namespace, 'labels', coalesce(k.labels, '{}')),
    'check', jsonb_build_object('id', c.id, 'name', c.name, 'description', coalesce(c.description, ''),
      'labels', coalesce(k.labels, '{}') || coalesce(c.labels, '{}'), 'endpoint', c.endpoint),
    'last_result', case when c.spec::text like '%last\\_result%' then (
      select jsonb_build_object('status', coalesce(r.status, false), 'invalid', coalesce(r.invalid, false), 'createdAt', r.time,
        'duration', coalesce(r.duration, 0), 'message', coalesce(r.message, ''), 'error', coalesce(r.error, ''),
        'results', coalesce(r.details, '{}'))
      from health.check_statuses r where r.check_id = c.id order by r.time desc limit 1) end) end as subject`;

/** An entry that is not stored yet, and belongs to no canary. */
export function unsavedSubject(kind: CheckKind<unknown>, spec: unknown, entry: Entry): ScriptSubject {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const labels = entry['labels'];
  return {
    canary: { id: '', name: '', namespace: '', labels: {} },
    check: {
      id: '',
      name: text(entry['name']),
      description: text(entry['description']),
      labels: isEntry(labels) ? labels : {},
      endpoint: kind.endpoint(spec),
    },
    last_result: null,
  };
}
