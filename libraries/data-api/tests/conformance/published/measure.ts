import { type Cluster, createDatabaseOn } from '../../own-database.ts';
import { readCases } from './cases.ts';
import { ratesTable, surprises } from './rates.ts';
import { PUBLISHED_ROLES, runCases } from './run.ts';

interface Measured {
  /** A table in Markdown. */
  readonly rates: string;
  /** Answers that differ without a reason, one text each; none when all is well. */
  readonly surprises: readonly string[];
}

/** How many of PostgREST's published answers the library gives, on a database of its own that is gone afterwards. */
export async function measureConformance(cluster: Cluster): Promise<Measured> {
  await using database = await createDatabaseOn(cluster, PUBLISHED_ROLES);
  const outcomes = await runCases(database, await readCases());
  return { rates: ratesTable(outcomes), surprises: surprises(outcomes) };
}
