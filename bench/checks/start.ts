import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@watchroom/embedded-postgres';
import { startProgram } from '../../tests/kit/program.ts';
import { below, median, megabytes, milliseconds, type Row, type Section } from '../kit/rows.ts';
import { installedSize } from './install-size.ts';
import type { Scale } from './scale.ts';

const ROOT = join(import.meta.dirname, '../..');
const SECOND_START = 2_000;
const FRESH_START = 60_000;

/** From the start of the process to the line that says "ready", and what the installation weighs. */
export async function measureStart(scale: Scale): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'watchroom-bench-'));
  try {
    const first = await timeProgram(folder);
    const later: number[] = [];
    for (let turn = 0; turn < scale.starts; turn += 1) later.push(await timeProgram(folder));
    const viaNpm = scale.isQuick ? undefined : await timeNpmStarts(folder, scale.starts);
    const bareDatabase = await timeDatabase(folder, scale.starts);
    const bareNode = median(Array.from({ length: scale.starts }, timeNode));
    const second = median(later);
    const bare = bareDatabase + bareNode;
    const rows: Row[] = [
      {
        what: 'Installed system to ready',
        measured: milliseconds(second),
        limit: `${milliseconds(bare)}, an empty Node.js and the database alone`,
        ratio: second / bare,
        goal: below(second, SECOND_START, '2 s'),
      },
      ...(viaNpm === undefined
        ? []
        : [
            {
              what: 'The same through `npm start`',
              measured: milliseconds(viaNpm),
              goal: below(viaNpm, SECOND_START, '2 s'),
            },
          ]),
      { what: 'First start: makes the database and migrates it', measured: milliseconds(first) },
      ...(scale.isQuick ? [] : [freshRow(first)]),
      ...sizeRows(),
    ];
    return { title: 'Start and size', rows, notes: [] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function timeProgram(folder: string): Promise<number> {
  const program = await startProgram({ folder });
  await program.end('SIGTERM');
  return program.readyAfter;
}

/** What remains of a fresh clone once the packages are there: the console is built, the database made. */
function freshRow(firstStart: number): Row {
  const built = timeConsoleBuild();
  const total = built + firstStart;
  return {
    what: 'Fresh clone to ready, beyond the packages',
    measured: milliseconds(total),
    goal: below(total, FRESH_START, '60 s'),
  };
}

function timeConsoleBuild(): number {
  const output = mkdtempSync(join(tmpdir(), 'watchroom-bench-console-'));
  const began = performance.now();
  const vite = join(ROOT, 'node_modules/vite/bin/vite.js');
  const flags = [
    'build',
    'console',
    '--configLoader',
    'native',
    '--outDir',
    output,
    '--emptyOutDir',
    '--logLevel',
    'error',
  ];
  const { status, stderr } = spawnSync(process.execPath, [vite, ...flags], { cwd: ROOT, encoding: 'utf8' });
  const took = performance.now() - began;
  rmSync(output, { recursive: true, force: true });
  if (status !== 0) throw new Error(`the console could not be built:\n${stderr}`);
  return took;
}

/** The first start through npm may build the console; it does not count. */
async function timeNpmStarts(folder: string, starts: number): Promise<number> {
  await timeNpmStart(folder);
  const times: number[] = [];
  for (let turn = 0; turn < starts; turn += 1) times.push(await timeNpmStart(folder));
  return median(times);
}

async function timeNpmStart(folder: string): Promise<number> {
  const began = performance.now();
  const npm = spawn('npm', ['start', '--', '--port', '0', '--data', folder], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const gone = once(npm, 'exit');
  let output = '';
  for await (const chunk of npm.stdout as AsyncIterable<Buffer>) {
    output += chunk.toString();
    if (output.includes(' is ready at ')) break;
  }
  const took = performance.now() - began;
  if (!output.includes(' is ready at ')) throw new Error(`npm start ended early:\n${output}`);
  npm.kill('SIGTERM');
  await gone;
  return took;
}

async function timeDatabase(folder: string, starts: number): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < starts; turn += 1) {
    const began = performance.now();
    const database = await startEmbeddedPostgres({ folder });
    times.push(performance.now() - began);
    await database.stop();
  }
  return median(times);
}

function timeNode(): number {
  const began = performance.now();
  spawnSync(process.execPath, ['--eval', '0']);
  return performance.now() - began;
}

function sizeRows(): Row[] {
  const { all, production } = installedSize(ROOT);
  const text = (size: { bytes: number; packages: number }) => `${megabytes(size.bytes)}, ${size.packages} packages`;
  return [
    {
      what: 'Installed for running',
      measured: text(production),
      limit: `${text(all)}, with all that development needs`,
      ratio: production.bytes / all.bytes,
    },
  ];
}
