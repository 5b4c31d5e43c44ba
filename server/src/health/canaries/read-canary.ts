import { SEVERITIES } from '@watchroom/contract/health';
import { fieldsSchema } from '../../platform/kinds/define.ts';
import { problemOf as problemOfEntry, readEntries } from '../../platform/kinds/read.ts';
import { unsupportedIn } from '../../platform/kinds/unsupported.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import { family } from '../kinds/family.ts';
import { registry } from '../kinds/registry.generated.ts';

/** One check as it stands in a canary's spec. */
export interface LocatedCheck {
  /** Where it stands, for example `http[0]`. */
  readonly path: string;
  /** The type that is stored for it; for a kind that we have, the kind's id. */
  readonly type: string;
  /** As written; an empty object when the document holds something else there. */
  readonly entry: Entry;
  /** The name, else the description, else the address. */
  readonly name: string;
  /** The address as lists show it; empty when it cannot be told. */
  readonly endpoint: string;
  /** The entry as its kind runs it, with defaults; `null` when the check cannot run. */
  readonly spec: unknown;
  /** Why the check cannot run, as a sentence; `null` when it can. */
  readonly problem: string | null;
  /** What was taken leniently, each with its path. */
  readonly warnings: readonly string[];
}

export interface ReadCanary {
  readonly checks: readonly LocatedCheck[];
  /** What was taken leniently in the spec itself and in its checks. */
  readonly warnings: readonly string[];
}

const specSchema = fieldsSchema(family.place.fields);

/** All checks of a canary's spec, in the order of the document, and what had to be overlooked. Never throws. */
export function readCanary(spec: Entry): ReadCanary {
  const { entries, warnings } = readEntries(registry, spec);
  const canaryProblem = problemOfCanary(spec);
  const checks = entries.map(
    ({ path, type, kind, entry, spec: parsed, problem, warnings: overlooked }): LocatedCheck => {
      const endpoint = kind && parsed !== undefined ? kind.endpoint(parsed) : '';
      const found = problem ?? canaryProblem;
      return {
        path,
        type,
        entry,
        name: textOf(entry['name']) || textOf(entry['description']) || endpoint || path,
        endpoint,
        spec: found === null ? parsed : null,
        problem: found,
        warnings: overlooked,
      };
    },
  );
  const wrongSeverity = severityError(spec['severity']);
  const overlooked = wrongSeverity === null ? warnings : [...warnings, `spec.severity: ${wrongSeverity}`];
  return { checks, warnings: [...overlooked, ...checks.flatMap((check) => check.warnings)] };
}

/** What is wrong with a severity; `null` when nothing is, or when there is none. */
export function severityError(value: unknown): string | null {
  if (value === undefined || value === null || value === '') return null;
  return SEVERITIES.some((severity) => severity === value) ? null : `Must be one of ${SEVERITIES.join(', ')}`;
}

/** Why an entry of a kind cannot run although its fields are valid: the first unsupported field; `null` when it can. */
export function problemOf(kind: string, entry: Entry): string | null {
  return problemOfEntry(registry, kind, entry);
}

/** Why no check of a canary can run, from the fields of its spec; `null` when they can. */
function problemOfCanary(spec: Entry): string | null {
  // Variables are used by templates alone, and a check with a template has that as its own problem.
  const { env: _, ...rest } = spec;
  const found = unsupportedIn(specSchema, rest);
  return found === null ? null : `${found}, ${family.consequence}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
