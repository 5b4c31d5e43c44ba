import type { GateRun } from './gates.ts';
import type { TestRun } from './tests.ts';

/** The problems of each failed gate, under its name. */
export function describeGates(runs: readonly GateRun[]): string {
  const failed = runs.filter((run) => !run.ok);
  return failed.map((run) => [`\n${run.name}`, ...run.problems.map((problem) => `  ${problem}`)].join('\n')).join('\n');
}

/** The last lines of a run: one row per gate and one for the tests, then the verdict in a sentence. */
export function summary(gates: readonly GateRun[], tests: TestRun | undefined, seconds: number): string {
  const rows = gates.map((run) =>
    row(run.ok, run.name, run.seconds, run.ok ? '' : count(run.problems.length, 'problem')),
  );
  if (tests)
    rows.push(row(tests.failed === 0, 'tests', tests.seconds, `${tests.passed} passed, ${tests.failed} failed`));
  const bad = [
    ...gates.filter((run) => !run.ok).map((run) => run.name),
    ...(tests && tests.failed > 0 ? ['tests'] : []),
  ];
  const reasons = tests ? [...tests.problems, ...tests.failures].map((reason) => `  ${reason}`) : [];
  const took = `after ${seconds.toFixed(0)} s`;
  const said = reasons.length > 0 ? ['', ...reasons] : [];
  return [
    tests?.times ?? '',
    ...rows,
    ...said,
    '',
    bad.length === 0 ? `Everything passed ${took}.` : `Failed ${took}: ${bad.join(', ')}.`,
  ].join('\n');
}

export function rowOf(run: GateRun): string {
  return row(run.ok, run.name, run.seconds, run.ok ? '' : count(run.problems.length, 'problem'));
}

function row(ok: boolean, name: string, seconds: number, note: string): string {
  return `${ok ? 'ok    ' : 'FAILED'} ${name.padEnd(14)} ${seconds.toFixed(1).padStart(6)} s  ${note}`.trimEnd();
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
