import { Counter, Registry } from 'prom-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { createCoverageMetric } from './worker-metrics.ts';

let registry: Registry;
let time = 0;
let reads = 0;
let read: () => Promise<Record<string, number>>;

beforeEach(() => {
  registry = new Registry();
  time = 0;
  reads = 0;
  read = () => Promise.resolve({ late: reads });
  new Counter({ name: 'others', help: 'Another metric.', registers: [registry] }).inc();
  createCoverageMetric(
    registry,
    () => {
      reads += 1;
      return read();
    },
    () => time,
  );
});

describe('the coverage metric', () => {
  it('is empty while the database is away, and all other metrics stay', async () => {
    expect(await registry.metrics()).toContain('watchroom_checks{coverage="late"} 1');
    read = () => Promise.reject(new Error('connect ECONNREFUSED'));
    time = 2_000;
    const away = await registry.metrics();
    expect(away).toContain('others 1');
    expect(away).not.toContain('watchroom_checks{');
    read = () => Promise.resolve({ late: 7 });
    time = 4_000;
    expect(await registry.metrics()).toContain('watchroom_checks{coverage="late"} 7');
  });

  it('is read once in two seconds, also when the reads fail', async () => {
    await registry.metrics();
    time = 1_999;
    await registry.metrics();
    expect(reads).toBe(1);
    read = () => Promise.reject(new Error('connect ECONNREFUSED'));
    time = 2_000;
    await registry.metrics();
    time = 3_999;
    await registry.metrics();
    expect(reads).toBe(2);
  });

  it('waits together for one slow read, however long it lasts', async () => {
    const slow = Promise.withResolvers<Record<string, number>>();
    read = () => slow.promise;
    const first = registry.metrics();
    time = 10_000;
    const second = registry.metrics();
    slow.resolve({ late: 3 });
    expect(await first).toContain('watchroom_checks{coverage="late"} 3');
    expect(await second).toContain('watchroom_checks{coverage="late"} 3');
    expect(reads).toBe(1);
  });
});
