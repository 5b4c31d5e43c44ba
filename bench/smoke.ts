import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';

/** Rows that each bench prints when all of its parts work, whatever their figures. */
const ROWS: Readonly<Record<string, readonly RegExp[]>> = {
  checks: [
    /^\| Installed system to ready \| \d/m,
    /^\| Schedule lag p99 \| \d[^|]*\| \d[^|]* bare timers \|/m,
    /^\| Two workers, one killed: longest delay of a check \| [56]\.\d+ s/m,
    /^\| Checks a second, 500 at once \| \d+ a second \| \d+ a second, bare node:http \| [01]\.\d\d \|/m,
    /^\| CPU together \| [1-9][^|]*\| [^|]* bare connections \| \d/m,
    /^\| Memory of PostgreSQL, highest \| [1-9]\d+ MB/m,
    /^\| Results lost \| 0 of [1-9][\s\S]*^\| Results lost \| 0 of [1-9]/m,
    /^\| Coverage \| 100\.00 % \|/m,
    /^\| First page, 100 rows with groups, tabs and counts \| \d[^|]* KB \|/m,
    /^\| CPU of server and database at 120 checks while one page is open \| \d/m,
  ],
  console: [
    /^\| \/login \| \d[\d.]* KB in \d+ files, br \|/m,
    /^\| \/settings\/canaries\/\{id\} over the shell \| \d[^|]* KB \|/m,
    /^\| Work for a key in a form of 60 fields \| \d/m,
    /^\| \/health, first row, cold \| \d[^|]* \| \d[^|]* a bare page \|/m,
    /^\| \/settings\/canaries\/\{id\}, usable, cold \| \d/m,
    /^\| \/health, elements, heap, longest task \| \d{3,}, \d+ MB, /m,
    /^\| Sorting 20 rows at hand, from the press to the drawn rows \| \d/m,
    /^\| Sorting and grouping 20 rows at hand, from the press to the drawn rows \| \d/m,
    /^\| \/health, longest task while scrolling at 20 rows \| \S/m,
  ],
  'data-api': [/^\| [^|]+ \| \d/m],
};

/**
 * Runs each bench at small scale and says which rows are missing: proves that the benches work, and measures nothing.
 * @returns whether every bench ended well and printed its rows.
 */
export async function smoke(names: readonly string[]): Promise<boolean> {
  let isWell = true;
  for (const name of names) {
    const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), name, '--quick'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
    const output = await text(child.stdout);
    const code = await ended;
    const missing = (ROWS[name] ?? []).filter((row) => !row.test(output));
    if (code !== 0 || missing.length > 0) isWell = false;
    if (code !== 0) console.log(`${name}: ended with code ${code}.`);
    for (const row of missing) console.log(`${name}: no row like ${row.source}`);
    if (code === 0 && missing.length === 0) console.log(`${name}: every row is there.`);
    else console.log(output);
  }
  return isWell;
}
