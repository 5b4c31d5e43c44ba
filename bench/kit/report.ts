import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release, totalmem } from 'node:os';
import type { Row, Section } from './rows.ts';

/** Sections as Markdown, with one table each. */
export function markdownOf(sections: readonly Section[]): string {
  return sections
    .map((section) => [`### ${section.title}`, tableOf(section.rows), ...section.notes].join('\n\n'))
    .join('\n\n');
}

function tableOf(rows: readonly Row[]): string {
  const lines = rows.map((row) => [
    row.what,
    row.measured,
    row.limit ?? '',
    row.ratio === undefined ? '' : row.ratio.toFixed(row.ratio < 10 ? 2 : 0),
    row.goal ? `${row.goal.text}, ${row.goal.met ? 'met' : '**missed**'}` : '',
  ]);
  const head = ['What', 'Measured', 'Limit in the same run', 'Ratio', 'Goal'];
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), '|---|---|---|---|---|', ...lines.map(line)].join('\n');
}

/** The machine in plain words, without names that would tell whose it is. */
export function describeMachine(): string {
  const [first] = cpus();
  const memory = `${Math.round(totalmem() / 1024 ** 3)} GB of memory`;
  const kernel = `Linux kernel ${/^\d+\.\d+/.exec(release())?.[0] ?? ''}`.trim();
  const system = process.platform === 'linux' ? kernel : process.platform;
  return `${cpus().length} cores (${first?.model.replaceAll(/\s+/g, ' ').trim() || process.arch}), ${memory}, ${system}, Node.js ${process.versions.node}`;
}

/** Puts text between `<!-- bench:name -->` and `<!-- /bench:name -->` of a page; the words around them stay. */
export function writeBetweenMarkers(page: string, name: string, text: string): void {
  const [open, close] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`];
  const before = existsSync(page) ? readFileSync(page, 'utf8') : '';
  const [from, to] = [before.indexOf(open), before.indexOf(close)];
  if (from < 0 || to < from)
    throw new Error(`${page} has no lines ${open} and ${close}, in this order; add them where the tables belong.`);
  writeFileSync(page, `${before.slice(0, from + open.length)}\n\n${text}\n\n${before.slice(to)}`);
}
