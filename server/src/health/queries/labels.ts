import type { LabelValues } from '@watchroom/contract/health';
import type { Queryable } from '../../platform/database/database.ts';

export async function listLabels(reader: Queryable): Promise<LabelValues[]> {
  const result = await reader.query<LabelValues>(
    `select key, (array_agg(value order by value))[1:100] as values
     from (select distinct l.key, l.value from api.check_list c, jsonb_each_text(c.labels) l where c.deleted_at is null) d
     group by key order by key`,
  );
  return result.rows;
}
