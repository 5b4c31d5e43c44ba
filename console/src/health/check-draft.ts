import type { Canary, CanaryInput } from './canary.ts';
import { type CheckEntry, countEntries, entryAt, type EntryPlace, withEntry } from './canary-entry.ts';

export const DEFAULT_SCHEDULE = '@every 30s';

/** What the form holds while a person types; saved nowhere until they say so. */
export interface CheckDraft {
  readonly name: string;
  readonly namespace: string;
  readonly schedule: string;
  readonly severity: string;
  /** The entry of the kind, without its name. */
  readonly entry: CheckEntry;
}

/** A new check starts from the kind's first example. */
export function newDraft(example: CheckEntry | undefined): CheckDraft {
  const { name: _, ...entry } = example ?? {};
  return { name: '', namespace: 'default', schedule: DEFAULT_SCHEDULE, severity: '', entry };
}

export function draftOf(canary: Canary, place: EntryPlace, checkName: string): CheckDraft {
  const { name, ...entry } = entryAt(canary.spec, place);
  return {
    name: typeof name === 'string' && name !== '' ? name : checkName,
    namespace: canary.namespace,
    schedule: textOf(canary.spec['schedule']),
    severity: textOf(canary.spec['severity']),
    entry,
  };
}

/** A canary that holds one check. */
export function newCanary(draft: CheckDraft, key: string): CanaryInput {
  const name = draft.name.trim();
  return {
    name,
    namespace: draft.namespace.trim() || 'default',
    spec: { ...settingsOf({}, draft), [key]: [{ name, ...draft.entry }] },
  };
}

/** The canary with this one entry changed; other entries and settings stay. */
export function changedCanary(canary: Canary, place: EntryPlace, draft: CheckDraft): CanaryInput {
  const name = draft.name.trim();
  const former = entryAt(canary.spec, place)['name'];
  const isAlone = countEntries(canary.spec, Object.keys(canary.spec)) === 1;
  const spec = withEntry(settingsOf(canary.spec, draft), place, { name, ...draft.entry });
  return {
    // A canary that was named after its only check keeps doing so.
    name: isAlone && canary.name === former ? name : canary.name,
    namespace: draft.namespace.trim() || canary.namespace,
    labels: canary.labels,
    spec,
  };
}

function settingsOf(spec: CheckEntry, draft: CheckDraft): CheckEntry {
  const { schedule: _, severity: __, ...rest } = spec;
  return {
    ...(draft.schedule.trim() && { schedule: draft.schedule.trim() }),
    ...(draft.severity && { severity: draft.severity }),
    ...rest,
  };
}

export interface DraftErrors {
  readonly entry: Readonly<Record<string, string>>;
  /** Errors of name, namespace, schedule and severity. */
  readonly form: Readonly<Partial<Record<'name' | 'namespace' | 'schedule' | 'severity', string>>>;
  /** Errors of fields that the form does not show. */
  readonly other: readonly string[];
}

export const NO_ERRORS: DraftErrors = { entry: {}, form: {}, other: [] };

/** Sorts the server's errors, whose paths start at the canary (`spec.http[0].url`) or at the entry (`url`), to their fields. */
export function errorsOfServer(
  fields: Readonly<Record<string, string>>,
  key: string,
  known: readonly string[],
): DraftErrors {
  const entry: Record<string, string> = {};
  const form: Record<string, string> = {};
  const other: string[] = [];
  for (const [path, message] of Object.entries(fields)) {
    const steps = path.replace(/\[(\d+)\]/g, '.$1').split('.');
    if (steps[0] === 'spec') steps.shift();
    if (steps[0] === key) steps.splice(0, /^\d+$/.test(steps[1] ?? '') ? 2 : 1);
    const [first = ''] = steps;
    if (first === 'name' || first === 'namespace' || first === 'schedule' || first === 'severity')
      form[first] = message;
    else if (known.includes(first)) entry[steps.join('.')] = message;
    else other.push(path === '' ? message : `${path}: ${message}`);
  }
  return { entry, form, other };
}

/** What the form itself can tell. */
export function errorsOfDraft(draft: CheckDraft): DraftErrors['form'] {
  return draft.name.trim() === '' ? { name: 'This field is required' } : {};
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
