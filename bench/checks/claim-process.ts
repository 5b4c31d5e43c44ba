import { createOutbound } from '@watchroom/outbound';
import { Registry } from 'prom-client';
import { createResultWriter } from '../../server/src/health/engine/result-writer.ts';
import { startWorker } from '../../server/src/health/engine/worker.ts';
import { createWorkerMetrics } from '../../server/src/health/engine/worker-metrics.ts';
import { noStoredConnections } from '../../server/src/platform/references/testing/no-stored-connections.ts';
import { systemClock } from '../../server/src/platform/time/clock.ts';
import { silentLog } from '../../server/testkit/silent-log.ts';
import { childOptions, tellReady } from '../kit/child.ts';
import { openStore, type Socket } from '../kit/store.ts';

// A worker as the program has it, whose runs do nothing: what remains is the cost of claiming and of writing results.
const database = openStore(childOptions<Socket>());
const outbound = createOutbound();
const passed = { pass: true, invalid: false, duration: 1, message: '', error: '', data: {} };
const worker = startWorker({
  database,
  outbound,
  connections: noStoredConnections,
  clock: systemClock,
  log: silentLog,
  writer: createResultWriter(database, systemClock, silentLog),
  metrics: createWorkerMetrics(new Registry()),
  concurrency: 1_000,
  run: () => Promise.resolve(passed),
});
process.once('SIGTERM', () => {
  void worker
    .stop(2_000)
    .then(() => Promise.all([database.close(), outbound[Symbol.asyncDispose]()]))
    .finally(() => process.exit());
});
tellReady(true);
