import { refuse } from '../errors.ts';
import { nearest } from '../plan/near.ts';
import type { Relation } from '../schema/model.ts';
import type { Exchange } from './exchange.ts';

/** @throws DataApiError PGRST205 when there is none of that name. */
export function findRelation({ context: { schema, access }, raw }: Exchange): Relation {
  const relation = schema.relation(raw.schema, raw.name);
  if (relation) return relation;
  const visible = schema.relationsOf(raw.schema).filter((candidate) => access.may('select', candidate));
  const near = nearest(
    raw.name,
    visible.map(({ name }) => name),
  );
  throw refuse.unknownRelation(
    `Could not find the table '${raw.schema}.${raw.name}' in the schema cache`,
    near ? { hint: `Perhaps you meant the table '${raw.schema}.${near}'` } : {},
  );
}
