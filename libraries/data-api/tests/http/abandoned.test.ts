import { once } from 'node:events';
import { connect } from 'node:net';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { dataApi } from '../../src/index.ts';
import { openStage } from './stage.ts';

it('a request whose client has left before a connection was free is not begun', async () => {
  await using stage = await openStage();
  const { database } = stage;
  const pool = database.pool({ max: 1 });
  await using app = fastify();
  await app.register(dataApi, {
    prefix: '/',
    pool,
    schemas: ['api'],
    authenticate: () => Promise.resolve({ role: database.role('writer') }),
  });
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
  expect((await app.inject('/notes?limit=1')).statusCode).toBe(200);

  const busy = await pool.connect();
  const socket = connect(Number(port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write('DELETE /notes?id=eq.1 HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(() => pool.waitingCount).toBe(1);
  const open = () => new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
  socket.destroy();
  await expect.poll(open).toBe(0);
  busy.release();

  expect((await app.inject('/notes?id=eq.1&select=id')).json()).toEqual([{ id: 1 }]);
});
