// A process with an embedded database whose main thread can be blocked from outside, to be ended by the tests.
import { startEmbeddedPostgres } from '@watchroom/embedded-postgres';
import fastify from 'fastify';
import { startWatchdog } from '../watchdog.ts';

const [folder = '', stuck, signalled] = process.argv.slice(2);
const { log } = fastify({ logger: { level: 'info', stream: process.stderr } });
const report = (value: object) => process.stdout.write(`${JSON.stringify(value)}\n`);

const postgres = await startEmbeddedPostgres({ folder, fast: true });
process.on('SIGTERM', () => {
  void postgres.stop().then(() => {
    report({ msg: 'stopped in order' });
    process.exit(0);
  });
});
await startWatchdog(log, { stuck: Number(stuck), signalled: Number(signalled) });
process.stdin.on('data', () => {
  report({ msg: 'blocked' });
  for (;;);
});
report({ msg: 'ready', postgres: postgres.pid });
