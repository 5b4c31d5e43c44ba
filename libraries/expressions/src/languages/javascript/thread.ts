import { parentPort } from 'node:worker_threads';
import { loadEngine } from './engine.ts';
import type { Job } from './job.ts';
import { evaluateScript } from './sandbox.ts';

const engine = await loadEngine();

parentPort?.on('message', (job: Job) => {
  parentPort?.postMessage(evaluateScript(engine, job));
});
parentPort?.postMessage('ready');
