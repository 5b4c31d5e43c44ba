import type { LabelValues } from '@watchroom/contract/health';
import type { Queryable } from '../../platform/database/database.ts';

/** Every label of the checks with its values. A severity is a label too for other clients; a filter for it would be noise. */
export async function listLabels(reader: Queryable): Promise<LabelValues[]> {
  const result = await reader.query<LabelValues>(
    `select key, (array_agg(value order by value))[1:100] as values
     from (select distinct l.key, l.value from api.check_list c, jsonb_each_text(c.labels) l
           where c.deleted_at is null and not (l.value = 'true' and l.key is not distinct from c.severity)) d
     group by key order by key`,
  );
  return result.rows;
}
