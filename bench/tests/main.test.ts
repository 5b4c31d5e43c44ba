import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

function bench(...flags: string[]) {
  const result = spawnSync(process.execPath, [join(ROOT, 'bench/main.ts'), ...flags], {
    encoding: 'utf8',
    timeout: 280_000,
  });
  return { code: result.status, output: result.stdout, errors: result.stderr };
}

describe('the bench', () => {
  it('lists what can be measured', () => {
    expect(bench().output).toContain('npm run bench -- checks');
    expect(bench('snails').code).toBe(1);
  });

  it('measures expressions', () => {
    const { code, output } = bench('expressions', 'template', 'javascript', 'memory', '--quick');
    expect(code).toBe(0);
    expect(output).toMatch(/compile and evaluate `\{\{ .+ \| [\d.,]+\/s \| [\d.,]+\/s \| [\d.,]+ \| ≥ 0.7/);
    expect(output).toMatch(/evaluate, one after the other \| [\d.,]+\/s/);
    expect(output).toMatch(/process after 1000 evaluations of a script \| \d+ MB/);
  });

  it('names the parts when it is asked for one that is not there', () => {
    const { code, errors } = bench('checks', 'snails', '--quick');
    expect(code).toBe(1);
    expect(errors).toContain('there is no part snails; choose of start, claim, engine, load, data, onlooker');
  });
});
