import type { CheckResult } from '@watchroom/contract/health';
import { CatalogueError } from '../../platform/http/errors.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import type { HealthContext } from '../context.ts';
import { runOnRequest } from './run-on-request.ts';
import { type ScriptSubject, SUBJECT } from './script-subject.ts';

interface StoredCheck {
  type: string;
  spec: Entry;
  problem: string | null;
  made_by: string | null;
  severity: string | null;
  retries: unknown;
  subject: ScriptSubject | null;
}

/** Runs a check now, beside its schedule, and stores the result before it answers. */
export async function runStoredCheck(context: HealthContext, id: string): Promise<CheckResult> {
  const found = await context.database.query<StoredCheck>(
    `select c.type, c.spec, c.problem, (select p.name from health.checks p where p.id = c.transformed_from) as made_by, c.severity, k.spec -> 'retries' as retries, ${SUBJECT}
     from health.checks c join health.canaries k on k.id = c.canary_id where c.id = $1 and c.deleted_at is null`,
    [id],
  );
  const check = found.rows[0];
  if (!check) throw new CatalogueError('not_found', 'There is no such check, or it was deleted.');
  if (check.made_by !== null)
    throw new CatalogueError('not_runnable', `The transform of "${check.made_by}" makes this check. Run that check.`);
  if (check.problem !== null) throw new CatalogueError('not_runnable', check.problem);
  const time = new Date(context.clock.now()).toISOString();
  const { signal } = new AbortController();
  const result = await runOnRequest(context, check.type, check.spec, check.retries, signal, check.subject);
  await context.writer.write({ check_id: id, time, result, due: null, next_due: null, severity: check.severity });
  return result;
}
