import type { TimedDatabase } from '../../platform/database/database.ts';
import type { Logger } from '../../platform/log/logger.ts';
import type { FinishedRun } from './finished-run.ts';
import { writeResults } from './write-results.ts';

/**
 * Classes of PostgreSQL's errors (appendix A of its manual) that are about a value in a row and come back at every attempt:
 * cardinality, data, integrity, program limits. All others (connection, resources, rollback, shutdown) pass by waiting.
 */
const ABOUT_A_ROW = /^(21|22|23|54)...$/;

/**
 * Stores a batch; one row that PostgreSQL refuses must not hold the others back. The batch is halved until the row stands
 * alone; then it is stored without its texts, so that the check keeps its place, and given up only when that fails too.
 * @returns the runs that were given up, with the reason.
 * @throws when waiting mends it: the batch may be stored again as a whole.
 */
export async function storeBatch(
  database: TimedDatabase,
  runs: readonly FinishedRun[],
  log: Logger,
): Promise<ReadonlyMap<FinishedRun, Error>> {
  try {
    await writeResults(database, runs);
    return new Map();
  } catch (error) {
    if (!isAboutARow(error)) throw error;
    const [run] = runs;
    if (run === undefined) return new Map();
    if (runs.length === 1) return storeWithoutTexts(database, run, error, log);
    const middle = Math.ceil(runs.length / 2);
    const first = await storeBatch(database, runs.slice(0, middle), log);
    const second = await storeBatch(database, runs.slice(middle), log);
    return new Map([...first, ...second]);
  }
}

async function storeWithoutTexts(
  database: TimedDatabase,
  run: FinishedRun,
  cause: Error,
  log: Logger,
): Promise<Map<FinishedRun, Error>> {
  log.error({ err: cause, check: run.check_id }, 'a result cannot be stored as it is; it is stored without its texts');
  const reason = `The result could not be stored: ${cause.message}`;
  const { checks: _, ...own } = run.result;
  const bare = {
    ...own,
    data: {},
    message: run.result.pass ? reason : '',
    error: run.result.pass ? '' : reason,
  };
  try {
    await writeResults(database, [{ ...run, result: bare, severity: null }]);
    return new Map();
  } catch (error) {
    if (!isAboutARow(error)) throw error;
    log.error({ err: error, check: run.check_id }, 'a result was given up: the database refuses it');
    return new Map([[run, error]]);
  }
}

/** Also what our own code throws over a value, such as a time that is none. */
function isAboutARow(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  if (error instanceof TypeError || error instanceof RangeError) return true;
  return 'code' in error && typeof error.code === 'string' && ABOUT_A_ROW.test(error.code);
}
