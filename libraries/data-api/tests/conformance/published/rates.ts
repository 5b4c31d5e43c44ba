import { GROUPS } from './cases.ts';
import type { Outcome } from './run.ts';

/** A table in Markdown with the share of exact answers of each group. */
export function ratesTable(outcomes: readonly Outcome[]): string {
  const lines = GROUPS.map((group) => {
    const all = outcomes.filter(({ case: { group: own } }) => own === group);
    const exact = all.filter(({ differences }) => differences.length === 0).length;
    const onPurpose = all.filter((outcome) => outcome.differences.length > 0 && outcome.case.difference).length;
    return `| ${group} | ${all.length} | ${exact} | ${onPurpose} | ${((100 * exact) / all.length).toFixed(1)} % |`;
  });
  return ['| | cases | exact | different on purpose | rate |', '|---|---|---|---|---|', ...lines].join('\n');
}

/** What differs without a reason, and what has a reason and does not differ. */
export function surprises(outcomes: readonly Outcome[]): readonly string[] {
  return outcomes.flatMap(({ case: { group, page, title, difference }, differences }) => {
    const name = `${group}/${page}: ${title}`;
    if (difference === undefined && differences.length > 0) return [`${name}\n    ${differences.join('\n    ')}`];
    if (difference !== undefined && differences.length === 0) return [`${name}\n    does not differ`];
    return [];
  });
}
