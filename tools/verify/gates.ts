import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Gate, GateResult } from '../gates/support/gate.ts';

export interface GateRun extends GateResult {
  readonly name: string;
  readonly seconds: number;
}

/** Two tools at a time: each is a process of its own, and the smallest machine that counts has two cores. */
const lanes = 2;

/** Every file directly in the folder is a gate; its name is the file's. */
export async function loadGates(folder: string): Promise<Gate[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.ts')).toSorted();
  const gates = await Promise.all(files.map((file) => import(pathToFileURL(join(folder, file)).href) as Promise<Gate>));
  for (const [index, gate] of gates.entries()) {
    if (`${gate.name}.ts` !== files[index])
      throw new Error(`tools/gates/${files[index]} exports the name "${gate.name}". Make them equal.`);
  }
  return gates;
}

/** Runs the gates and tells of each as it ends. A gate that throws has failed with the text of its error. */
export async function runGates(
  gates: readonly Gate[],
  root: string,
  onEnd: (run: GateRun) => void = () => {},
): Promise<GateRun[]> {
  const runs: GateRun[] = [];
  const waiting = [...gates];
  const work = async () => {
    for (let gate = waiting.shift(); gate; gate = waiting.shift()) {
      const started = performance.now();
      const result = await runOne(gate, root);
      const run = { name: gate.name, ...result, seconds: (performance.now() - started) / 1000 };
      onEnd(run);
      runs.push(run);
    }
  };
  await Promise.all(Array.from({ length: lanes }, work));
  return runs;
}

async function runOne(gate: Gate, root: string): Promise<GateResult> {
  try {
    return await gate.run(root);
  } catch (error) {
    return {
      ok: false,
      problems: [`The gate itself failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`],
    };
  }
}
