import type { ListChecksQuery } from '@watchroom/contract/health';
import { likePattern, type Parameters } from '../../platform/database/parameters.ts';
import { CatalogueError } from '../../platform/http/errors.ts';

/** Conditions over `api.check_list c` for search text and labels; user text is only ever bound. */
export function checkConditions(query: ListChecksQuery, bound: Parameters): string {
  const conditions = ['c.deleted_at is null'];
  if (query.query) {
    const pattern = bound.add(likePattern(query.query.trim()));
    conditions.push(
      `(c.name ilike ${pattern} or c.description ilike ${pattern} or c.endpoint ilike ${pattern} or c.canary_name ilike ${pattern})`,
    );
  }
  for (const [label, mode] of labelModes(query.labels)) {
    // A value that is bound and stands nowhere is an error to PostgreSQL: labels that say nothing bind nothing.
    if (mode === 1) conditions.push(labelTest(label, bound));
    else if (mode === -1) conditions.push(`not coalesce(${labelTest(label, bound)}, false)`);
  }
  return conditions.join(' and ');
}

/** The expression that tells in which tab a check stands. */
export function tabExpression(tabBy: string | undefined, bound: Parameters, mayReadAgents: boolean): string {
  if (tabBy === undefined || tabBy === 'namespace') return `coalesce(nullif(c.namespace, ''), 'none')`;
  if (tabBy === 'agent' && !mayReadAgents) return 'c.agent_id::text';
  if (tabBy === 'agent') return `coalesce((select a.name from api.agents a where a.id = c.agent_id), c.agent_id::text)`;
  return `c.labels ->> ${bound.add(tabBy)}`;
}

/** The expression that tells to which group a check belongs; null for no grouping. */
export function groupExpression(groupBy: string | undefined, bound: Parameters): string | null {
  switch (groupBy) {
    case undefined:
    case 'canary_name':
      return 'c.canary_name';
    case 'none':
      return null;
    case 'name':
      return `split_part(c.name, '/', 1)`;
    case 'description':
      return `coalesce(c.description, '')`;
    case 'type':
      return 'c.type';
    default:
      return `coalesce(c.labels ->> ${bound.add(groupBy)}, '')`;
  }
}

function labelTest(label: string, bound: Parameters): string {
  const separator = label.indexOf('=');
  if (separator < 0) return `c.labels ? ${bound.add(label)}`;
  return `c.labels ->> ${bound.add(label.slice(0, separator))} = ${bound.add(label.slice(separator + 1))}`;
}

/** JSON of label key or `key=value` → 1 include, -1 exclude, 0 none (specification 1, section 2). */
function labelModes(text: string | undefined): [string, unknown][] {
  if (!text) return [];
  try {
    const parsed: unknown = JSON.parse(text);
    if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed))
      return Object.entries(parsed).slice(0, 100);
  } catch {
    // Said below, as for any other text that is no such object.
  }
  throw new CatalogueError(
    'invalid_input',
    'labels: is a JSON object of label to 1, 0 or -1, for example {"tier=critical":1}',
    {
      fields: { labels: 'is a JSON object of label to 1, 0 or -1' },
    },
  );
}
