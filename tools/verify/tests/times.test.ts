import { describe, expect, it } from 'vitest';
import { describeTimes } from '../times.ts';

const file = (name: string, startTime: number, endTime: number) => ({ name: `/project/${name}`, startTime, endTime });

describe('the times of a test run', () => {
  it('are summed by layer, the largest first', () => {
    const text = describeTimes(
      [
        file('tests/e2e/a.test.ts', 0, 2_000),
        file('server/src/health/a.test.ts', 1_000, 1_500),
        file('tests/e2e/b.test.ts', 0, 1_000),
        file('console/src/app/a.test.ts', 0, 250),
      ],
      '/project',
    );
    expect(text).toMatch(/ 3\.0 {2}tests\/e2e\n +0\.5 {2}server\/src\n +0\.3 {2}console\n/);
  });

  it('name the ten slowest files, the slowest first', () => {
    const files = Array.from({ length: 12 }, (_, index) => file(`contract/src/${index}.test.ts`, 0, index * 1_000));
    const shown = describeTimes(files, '/project').split('slowest files:\n')[1]?.trimEnd().split('\n') ?? [];
    expect(shown).toHaveLength(10);
    expect(shown[0]).toBe('    11.0  contract/src/11.test.ts');
    expect(shown[9]).toBe('     2.0  contract/src/2.test.ts');
  });
});
