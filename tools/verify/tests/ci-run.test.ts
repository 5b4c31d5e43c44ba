import { describe, expect, it } from 'vitest';
import { runProgram } from '../../gates/support/program.ts';
import { plant } from '../../gates/tests/fixture.ts';

/** Runs .ci/run where `npm test` is the given shell command. */
async function runCi(test: string, files: Readonly<Record<string, string>> = {}) {
  await using tree = await plant({ 'package.json': JSON.stringify({ scripts: { test } }), ...files }, ['.ci']);
  const { status, stdout } = await runProgram('bash', ['.ci/run'], tree.root);
  return { status, last: stdout.trimEnd().split('\n').at(-1) };
}

const totals = (text: string) => `mkdir -p .cache && echo '${text}' > .cache/verify.json`;

describe('.ci/run', () => {
  it('ends with the totals and the status of npm test', async () => {
    expect(await runCi(totals('{"passed":12,"failed":0}'))).toEqual({ status: 0, last: '12 passed, 0 failed' });
    expect(await runCi(`${totals('{"passed":12,"failed":3}')} && exit 4`)).toEqual({
      status: 4,
      last: '12 passed, 3 failed',
    });
  });

  it('says one failure when npm test leaves no totals, and does not believe old ones', async () => {
    const old = { '.cache/verify.json': '{"passed":12,"failed":0}' };
    expect(await runCi('exit 1', old)).toEqual({ status: 1, last: '0 passed, 1 failed' });
    expect(await runCi('true', old)).toEqual({ status: 1, last: '0 passed, 1 failed' });
  });

  it('never says that nothing failed when npm test failed', async () => {
    expect(await runCi(`${totals('{"passed":12,"failed":0}')} && exit 1`)).toEqual({
      status: 1,
      last: '12 passed, 1 failed',
    });
  });
});
