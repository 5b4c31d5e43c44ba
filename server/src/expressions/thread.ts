import { parentPort } from 'node:worker_threads';
import type { ExpressionTrial, TrialResult } from '@watchroom/contract/expressions';
import { evaluateTrial } from './evaluate.ts';

/** What a thread answers; undefined when the product failed and not what was given. */
export type ThreadAnswer = TrialResult | undefined;

parentPort?.on('message', (trial: ExpressionTrial) => {
  void evaluateTrial(trial)
    .catch(() => undefined)
    .then((answer: ThreadAnswer) => parentPort?.postMessage(answer));
});
parentPort?.postMessage('ready');
