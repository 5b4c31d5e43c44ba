import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Program, startProgram } from '../../tests/kit/program.ts';
import type { Database } from '../../server/src/platform/database/database.ts';
import type { Child } from '../kit/child.ts';
import { openStore, postmasterOf, socketOf } from '../kit/store.ts';
import { canariesOf, writeDocuments } from './canaries.ts';
import { allHaveRun } from './rounds.ts';
import { startTargets, type TargetPorts } from './targets.ts';

const PATIENCE = 180_000;

/** Times of one start, in milliseconds from the start of the process. */
export interface FleetStart {
  readonly ready: number;
  readonly allRun: number;
}

/** The real program with many checks from documents, and the servers that they look at. */
export interface Fleet extends AsyncDisposable {
  readonly checks: number;
  readonly interval: number;
  readonly program: Program;
  readonly database: Database;
  readonly postmaster: number;
  readonly ports: TargetPorts;
  /** The start with an empty folder, the documents beside it. */
  readonly firstStart: FleetStart;
  /** Stops the program and starts it again; resolves when all checks have run again. */
  restart(): Promise<FleetStart>;
}

export interface FleetOptions {
  readonly checks: number;
  readonly interval: number;
  readonly targets?: Child<TargetPorts>;
}

export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { checks, interval } = options;
  const targets = options.targets ?? (await startTargets());
  const folder = mkdtempSync(join(tmpdir(), 'watchroom-bench-'));
  const data = join(folder, 'data');
  const documents = join(folder, 'documents');
  writeDocuments(documents, canariesOf(targets.ready, checks, interval));

  const start = async () => {
    const program = await startProgram({ folder: data, flags: ['--documents', documents] });
    const began = Date.now() - program.readyAfter;
    const database = openStore(socketOf(data));
    const allRun = (await allHaveRun(database, checks, began, PATIENCE)) - began;
    return { program, database, postmaster: postmasterOf(data), times: { ready: program.readyAfter, allRun } };
  };
  const stop = async () => {
    await running.database.close();
    await running.program.end('SIGTERM');
  };
  let running = await start();
  return {
    checks,
    interval,
    ports: targets.ready,
    firstStart: running.times,
    get program() {
      return running.program;
    },
    get database() {
      return running.database;
    },
    get postmaster() {
      return running.postmaster;
    },
    async restart() {
      await stop();
      running = await start();
      return running.times;
    },
    async [Symbol.asyncDispose]() {
      await stop();
      if (!options.targets) await targets.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
