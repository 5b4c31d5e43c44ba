import { refuse } from '../errors.ts';
import type { Relation } from '../schema/model.ts';
import type { Output, PlannedField, PlannedOrder } from './rows-plan.ts';

/** Whether an output shows what an order term sorts by: its own field, or one that is spread from an embed. */
export function showsOrder(output: Output, { embed, field }: PlannedOrder): boolean {
  if (output.kind === 'spread' && embed === output.embed) {
    const inner = output.embed.rows.outputs[output.index];
    return inner !== undefined && showsOrder(inner, { field });
  }
  return output.kind === 'field' && !embed && output.cast === undefined && isSame(output.field, field);
}

function isSame(one: PlannedField, other: PlannedField): boolean {
  return one.source.column === other.source.column && JSON.stringify(one.path) === JSON.stringify(other.path);
}

/** @throws DataApiError 42803 for an order of groups by what is no group, in PostgreSQL's words but with the names of the request. */
export function demandGroups(relation: Relation, outputs: readonly Output[], order: readonly PlannedOrder[]): void {
  for (const term of order) {
    const follows = !term.embed && isKeyShown(relation, outputs);
    if (follows || outputs.some((output) => showsOrder(output, term))) continue;
    const { name } = term.embed?.relationship.to ?? relation;
    const column = `"${name}.${term.field.source.column.name}"`;
    throw refuse.notGrouped(`column ${column} must appear in the GROUP BY clause or be used in an aggregate function`);
  }
}

/** Whether groups are single rows of a table, whose other columns then follow from the key. */
function isKeyShown({ kind, primaryKey }: Relation, outputs: readonly Output[]): boolean {
  const shown = outputs.flatMap((output) =>
    output.kind === 'field' && output.cast === undefined && output.field.path.length === 0
      ? [output.field.source.column.name]
      : [],
  );
  return kind === 'table' && primaryKey.length > 0 && primaryKey.every((name) => shown.includes(name));
}
