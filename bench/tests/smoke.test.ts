import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = join(ROOT, 'docs/performance.md');

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

  it('names the parts when it is asked for one that is not there', () => {
    const { code, errors } = bench('checks', 'snails', '--quick');
    expect(code).toBe(1);
    expect(errors).toContain('there is no part snails; choose of start, claim, engine, load, data, onlooker');
  });

  it('measures each part of the checks at small scale, loses no result and leaves the page alone', {
    timeout: 300_000,
  }, () => {
    const before = readFileSync(PAGE, 'utf8');
    const { code, output, errors } = bench('checks', '--quick');
    expect(errors).not.toContain('Error');
    expect(code).toBe(0);
    for (const row of [
      /^\| Installed system to ready \| \d/m,
      /^\| Schedule lag p99 \| \d[^|]*\| \d[^|]* bare timers \|/m,
      /^\| Two workers, one killed: longest delay of a check \| [56]\.\d+ s/m,
      /^\| Checks a second, 500 at once \| \d+ a second \| \d+ a second, bare node:http \| [01]\.\d\d \|/m,
      /^\| CPU together \| [1-9][^|]*\| [^|]* bare connections \| \d/m,
      /^\| Memory of PostgreSQL, highest \| [1-9]\d+ MB/m,
      /^\| Coverage \| 100\.00 % \|/m,
      /^\| First page, 100 rows with groups, tabs and counts \| \d[^|]* KB \|/m,
      /^\| CPU of server and database at 120 checks while one page is open \| \d/m,
    ])
      expect(output).toMatch(row);
    expect([...output.matchAll(/^\| Results lost \| 0 of [1-9]/gm)]).toHaveLength(2);
    expect(readFileSync(PAGE, 'utf8')).toBe(before);
  });

  it('measures each part of the console at small scale and leaves the page alone', { timeout: 300_000 }, () => {
    const before = readFileSync(PAGE, 'utf8');
    const { code, output, errors } = bench('console', '--quick');
    expect(errors).not.toContain('Error');
    expect(code).toBe(0);
    for (const row of [
      /^\| \/login \| \d[\d.]* KB in \d+ files, br \|/m,
      /^\| \/settings\/canaries\/\{id\} over the shell \| \d[^|]* KB \|/m,
      /^\| Work for a key in a form of 60 fields \| \d/m,
      /^\| \/health, first row, cold \| \d[^|]* \| \d[^|]* a bare page \|/m,
      /^\| \/settings\/canaries\/\{id\}, usable, cold \| \d/m,
      /^\| \/health, elements, heap, longest task \| \d{3,}, \d+ MB, /m,
      /^\| Sorting 20 rows at hand, from the press to the drawn rows \| \d/m,
      /^\| Sorting and grouping 20 rows at hand, from the press to the drawn rows \| \d/m,
      /^\| \/health, longest task while scrolling at 20 rows \| \S/m,
    ])
      expect(output).toMatch(row);
    expect(readFileSync(PAGE, 'utf8')).toBe(before);
  });
});
