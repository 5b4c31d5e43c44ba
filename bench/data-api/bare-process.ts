import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pg from 'pg';
import { childOptions, tellReady } from '../kit/child.ts';
import type { SentStatement } from './library-process.ts';

/** The same statement for every request, prepared, and its body as the answer: the least that a server can do. */
const { connection, connections, role, statement } = childOptions<{
  connection: pg.PoolConfig;
  connections: number;
  role: string;
  statement: SentStatement;
}>();
const pool = new pg.Pool({ ...connection, max: connections, options: `-c role=${role}` });
const query = {
  name: createHash('sha1').update(statement.text).digest('base64url'),
  text: statement.text,
  values: [...statement.values],
};

async function run(): Promise<string> {
  const { rows } = await pool.query<{ body: string | null }>(query);
  const { frame } = statement;
  return frame ? frame.before + rows.map(({ body }) => body).join(frame.between) + frame.after : (rows[0]?.body ?? '');
}

const server = createServer((request, response) => {
  if (request.url === '/bench/driver') {
    void driver(Number(request.headers['x-clients'])).then((rate) => response.end(String(rate)));
    return;
  }
  // A body is read, as any server must, before it is thrown away: the statement holds the same one.
  request.resume();
  request.once('end', () => {
    run().then(
      (body) => response.setHeader('content-type', 'application/json; charset=utf-8').end(body),
      (error: unknown) => {
        response.statusCode = 500;
        response.end(String(error));
      },
    );
  });
});

/** Runs the statement for two seconds without HTTP, with as many loops as there are clients. @returns how many a second. */
async function driver(clients: number): Promise<number> {
  const began = performance.now();
  let count = 0;
  const loop = async () => {
    for (; performance.now() - began < 2_000; count += 1) await run();
  };
  await Promise.all(Array.from({ length: clients }, loop));
  return count / ((performance.now() - began) / 1000);
}

server.listen(0, '127.0.0.1');
await once(server, 'listening');
tellReady({ port: (server.address() as AddressInfo).port });
