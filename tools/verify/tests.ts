import { spawn } from 'node:child_process';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describeTimes } from './times.ts';

export interface TestRun {
  readonly passed: number;
  readonly failed: number;
  readonly seconds: number;
  /** What failed besides tests that ran: files that did not load, skipped tests, errors outside of tests. */
  readonly problems: readonly string[];
  /** Each test that failed, with the first line of why: the last lines of a run are often all that is kept of it. */
  readonly failures: readonly string[];
  /** Seconds per layer and the slowest files. */
  readonly times: string;
}

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly startTime: number;
    readonly endTime: number;
    readonly assertionResults: readonly {
      readonly status: string;
      readonly fullName: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/**
 * Runs tests with the output on the terminal.
 * @param files paths of test files, relative to the root; absent: every test.
 */
export async function runTests(root: string, files: readonly string[] = []): Promise<TestRun> {
  const started = performance.now();
  // A file of its own, so that two runs in one checkout do not read each other's totals.
  const reportFile = join(root, '.cache', `vitest.${process.pid}.json`);
  await mkdir(join(root, '.cache'), { recursive: true });
  const status = await runVitest(root, reportFile, files);
  const text = await readFile(reportFile, 'utf8').catch(() => undefined);
  await rm(reportFile, { force: true });
  const report = text === undefined ? undefined : (JSON.parse(text) as VitestReport);
  return {
    ...judgeReport(report, status, root),
    times: describeTimes(report?.testResults ?? [], root),
    seconds: (performance.now() - started) / 1000,
  };
}

function runVitest(root: string, reportFile: string, files: readonly string[]): Promise<number | null> {
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
  const args = [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, ...files];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      // Hundreds of processes load the same modules: Node keeps what it made of their types and code.
      env: { ...process.env, NODE_COMPILE_CACHE: join(root, '.cache/node') },
    });
    child.on('error', reject);
    child.on('close', resolve);
  });
}

/** Counts so that nothing which did not pass can hide: a run that proves less than it says has failed. */
export function judgeReport(
  report: VitestReport | undefined,
  status: number | null,
  root: string,
): Omit<TestRun, 'seconds' | 'times'> {
  if (!report) {
    const problems = ['The test runner ended without a report. Its output above says why.'];
    return { passed: 0, failed: 1, problems, failures: [] };
  }
  const problems = report.testResults
    .filter((file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'))
    .map((file) => `${file.name}: did not run to its end. Its error stands above.`);
  const skipped = report.numPendingTests + report.numTodoTests;
  if (skipped > 0) problems.push(`${skipped} tests were skipped. Mend or delete them; a skipped test proves nothing.`);
  if (report.numPassedTests + report.numFailedTests === 0)
    problems.push('No test ran. Look at the patterns in vitest.config.ts.');
  const counted = report.numFailedTests + problems.length;
  if (counted === 0 && status !== 0) problems.push('An error happened outside of any test. It stands above.');
  const failures = report.testResults.flatMap((file) =>
    file.assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${relative(root, file.name)}: ${test.fullName}: ${firstLine(test.failureMessages?.[0])}`),
  );
  return { passed: report.numPassedTests, failed: report.numFailedTests + problems.length, problems, failures };
}

function firstLine(message: string | undefined): string {
  return (message ?? 'failed without a message').split('\n', 1)[0]?.slice(0, 300) ?? '';
}
