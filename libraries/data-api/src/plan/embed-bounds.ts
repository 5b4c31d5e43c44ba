import { refuse } from '../errors.ts';
import type { Relationship } from '../schema/model.ts';
import type { PlanContext } from './context.ts';
import type { EmbedPlan, Output, RowsPlan } from './rows-plan.ts';

/** How often a to-many relationship may be followed within one branch of embeds: each time multiplies the rows. */
const MOST_IN_BRANCH = 2;
/** How often beside each other, for example with other filters: each time repeats the rows. */
const MOST_BESIDE = 3;
/** How often one column may stand in a select under other keys: each time repeats its value. */
const MOST_OF_COLUMN = 10;

/** Where an embed stands. */
export interface Branch {
  /** As parameters name the level: `films.roles.`. */
  readonly place: string;
  /** Relationships that lead to it from the top. */
  readonly path: readonly Relationship[];
}

/** @throws DataApiError for an embed that goes round in a circle. */
export function checkBranch({ path, place }: Branch): void {
  const last = path.at(-1);
  if (!last || last.isToOne) return;
  if (path.filter((each) => each === last).length <= MOST_IN_BRANCH) return;
  throw refuse.overLimit(
    `The embed '${place.slice(0, -1)}' repeats '${last.to.name}' within itself more than ${MOST_IN_BRANCH} times`,
    { hint: `Leave out the innermost embed of '${last.to.name}', and ask for its rows in a request of their own.` },
  );
}

/** @throws DataApiError for what one level repeats too often. */
export function checkRepeats(place: string, embeds: readonly EmbedPlan[], outputs: readonly Output[]): void {
  // Most requests repeat nothing, and each passes here.
  if (embeds.length <= MOST_BESIDE && outputs.length <= MOST_OF_COLUMN) return;
  const below = Map.groupBy(
    embeds.filter(({ relationship }) => !relationship.isToOne),
    ({ relationship }) => relationship,
  );
  for (const [{ to }, { length }] of below) {
    if (length <= MOST_BESIDE) continue;
    throw refuse.overLimit(
      `${place}select embeds '${to.name}' ${length} times, more than the limit of ${MOST_BESIDE}`,
      { hint: `Embed '${to.name}' once, and choose among its rows afterwards.` },
    );
  }
  const fields = outputs.flatMap((output) => (output.kind === 'field' ? [output.field.source.column.name] : []));
  for (const [name, { length }] of Map.groupBy(fields, (field) => field)) {
    if (length <= MOST_OF_COLUMN) continue;
    throw refuse.overLimit(
      `${place}select has the column '${name}' ${length} times, more than the limit of ${MOST_OF_COLUMN}`,
      { hint: `Select '${name}' once.` },
    );
  }
}

/**
 * Names of the longest way through to-many embeds within each other, undefined where there are no two: the rows of one
 * embed are bounded by the rows that there are, those of embeds within each other by their product.
 */
export function multipliedEmbeds(plan: RowsPlan): string | undefined {
  const way = longestWay(plan);
  return way.length < 2 ? undefined : way.join('.');
}

function longestWay({ embeds }: RowsPlan): readonly string[] {
  let longest: readonly string[] = [];
  for (const { relationship, rows } of embeds) {
    const below = longestWay(rows);
    const way = relationship.isToOne ? below : [relationship.to.name, ...below];
    if (way.length > longest.length) longest = way;
  }
  return longest;
}

/** What the rows of an embed may cost, and how a refusal calls it. */
export function boundsOf({ options }: PlanContext, { path }: Branch): EmbedPlan['bounds'] {
  const { maxEmbedRows, maxEmbedBytes } = options;
  // Names of the catalogs and not the client's aliases: they stand in the statement.
  return { name: path.map(({ to }) => to.name).join('.'), rows: maxEmbedRows, bytes: maxEmbedBytes };
}
