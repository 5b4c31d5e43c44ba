import { expect, it } from 'vitest';
import { registry } from './registry.generated.ts';
import { GROUPS } from './support/define.ts';

it('lists the types by their groups, databases first, and by their titles within each', () => {
  const listed = registry.list();
  const groups = [...new Set(listed.map(({ group }) => group))];
  expect(groups).toEqual(GROUPS.filter((group) => groups.includes(group)));
  expect(listed.slice(0, 3).map(({ title }) => title)).toEqual(['MySQL', 'PostgreSQL', 'Redis']);
});
