/** What the planner expects of a statement, read from the text that `explain (format json)` gives. */
export interface Estimate {
  /** Of the statement itself. */
  readonly rows: number;
  /** In the planner's unit: about a hundredth of the work on one row. */
  readonly cost: number;
  /** Rows of all to-many embeds together, each as often as it stands in the answer. */
  readonly embeddedRows: number;
}

export function readEstimate(explained: string): Estimate {
  const root = property(property(parse(explained), '0'), 'Plan');
  const [rows, cost] = [property(root, 'Plan Rows'), property(root, 'Total Cost')];
  if (typeof rows !== 'number' || typeof cost !== 'number') throw new Error('The text is no plan in JSON format.');
  return { rows, cost, embeddedRows: embeddedRows(root, 1) };
}

/**
 * Every to-many embed has a window that counts its rows (`sql/embed-guard.ts`), which tells its place in the plan. The
 * planner may remember rows instead of reading them again: in the answer they stand each time all the same.
 * @param times How often the node runs.
 */
function embeddedRows(node: unknown, times: number): number {
  const children = property(node, 'Plans');
  const rows = numberIn(node, 'Plan Rows');
  let total = property(node, 'Node Type') === 'WindowAgg' ? rows * times : 0;
  if (!Array.isArray(children)) return total;
  const nodes: readonly unknown[] = children;
  const outer = nodes.find((child) => property(child, 'Parent Relationship') === 'Outer');
  for (const child of nodes) {
    const relationship = property(child, 'Parent Relationship');
    const isLooped = relationship === 'Inner' && property(node, 'Node Type') === 'Nested Loop';
    const loops = isLooped ? numberIn(outer, 'Plan Rows') : relationship === 'SubPlan' ? rows : 1;
    total += embeddedRows(child, times * Math.max(1, loops));
  }
  return total;
}

const parse = (text: string): unknown => JSON.parse(text);

function numberIn(node: unknown, name: string): number {
  const value = property(node, name);
  return typeof value === 'number' ? value : 0;
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
