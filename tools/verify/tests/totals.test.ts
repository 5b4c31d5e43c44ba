import { describe, expect, it } from 'vitest';
import { summary } from '../report.ts';
import { judgeReport } from '../tests.ts';

const file = (status: string, ...tests: string[]) => ({
  name: '/project/room/a.test.ts',
  status,
  startTime: 0,
  endTime: 0,
  assertionResults: tests.map((each) => ({
    status: each,
    fullName: 'a door opens',
    failureMessages: ['AssertionError: it is shut\n    at a.test.ts:3'],
  })),
});
const report = (passed: number, failed: number, rest: object = {}) => ({
  numPassedTests: passed,
  numFailedTests: failed,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [file(failed > 0 ? 'failed' : 'passed', ...Array<string>(failed).fill('failed'))],
  ...rest,
});

describe('totals of a test run', () => {
  it('are those of the report', () => {
    expect(judgeReport(report(5, 2), 1, '/project')).toMatchObject({ passed: 5, failed: 2, problems: [] });
    expect(judgeReport(report(5, 0), 0, '/project')).toEqual({ passed: 5, failed: 0, problems: [], failures: [] });
  });

  it('name each failed test and why in the last lines of the run', () => {
    const run = { ...judgeReport(report(5, 1), 1, '/project'), times: '', seconds: 2 };
    expect(run.failures).toEqual(['room/a.test.ts: a door opens: AssertionError: it is shut']);
    expect(summary([], run, 2)).toContain('\n  room/a.test.ts: a door opens: AssertionError: it is shut\n');
  });

  it.each([
    ['a runner without a report', undefined, 0, 'without a report'],
    [
      'a file that does not load',
      report(5, 0, { testResults: [file('failed')] }),
      1,
      'a.test.ts: did not run to its end',
    ],
    ['skipped tests', report(5, 0, { numPendingTests: 2 }), 0, '2 tests were skipped'],
    ['an empty run', report(0, 0), 0, 'No test ran'],
    ['an error outside of tests', report(5, 0), 1, 'outside of any test'],
  ])('count %s as one failure', (_title, vitestReport, status, says) => {
    const { failed, problems } = judgeReport(vitestReport, status, '/project');
    expect(failed).toBe(1);
    expect(problems).toEqual([expect.stringContaining(says)]);
  });
});
