import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { dataApi } from '@watchroom/data-api';
import Fastify from 'fastify';
import pg from 'pg';
import { childOptions, tellReady } from '../kit/child.ts';
import { READER } from './fixture.ts';

/** One statement as the library sends it. */
export interface SentStatement {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** How its rows become the body. */
  readonly frame?: { readonly before: string; readonly between: string; readonly after: string };
}

const { connection, connections } = childOptions<{ connection: pg.PoolConfig; connections: number }>();

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The last statement, so that the bare server can run the same. */
let last: SentStatement | undefined;
const app = Fastify({ bodyLimit: 16 * 1024 * 1024 });
app.get('/bench/last', async () => last);
app.get('/bench/memory', async () => {
  collectGarbage();
  return process.memoryUsage();
});
await app.register(dataApi, {
  prefix: '/db',
  pool: new pg.Pool({ ...connection, max: connections }),
  schemas: ['api'],
  authenticate: async () => ({ role: READER, settings: { 'bench.person': '7' } }),
  onStatement: (statement) => {
    last = statement;
  },
});
await app.listen({ port: 0, host: '127.0.0.1' });
tellReady({ port: (app.server.address() as AddressInfo).port });
