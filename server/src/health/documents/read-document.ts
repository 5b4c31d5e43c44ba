import type { ReadDocument } from '../../platform/documents/document-kind.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import { type ReadCanary, readCanary } from '../canaries/read-canary.ts';

/** Ten thousand checks of the smallest kind fit into a file of the largest size. */
const MOST_CHECKS = 10_000;

/** Reads the checks of a document's spec, in the thread that parses documents. */
export const read: ReadDocument<ReadCanary> = (spec) => {
  const checks = countChecks(spec);
  if (checks > MOST_CHECKS)
    return { refused: `holds ${checks} checks: at most ${MOST_CHECKS} go into one canary, so make several` };
  const found = readCanary(spec);
  return found.checks.length === 0 ? { refused: 'holds no check' } : found;
};

/** At most, since a list may be something else than checks. */
function countChecks(spec: Entry): number {
  return Object.values(spec).reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}
