import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DataApiOptions } from '../../src/index.ts';
import { having, openStage, type Stage } from './stage.ts';

/** Of an answer that is larger than what the buffers of a connection hold. */
const LARGE_ROWS = 30_000;
/** Beyond what a slow machine needs. */
const PATIENCE = { timeout: 30_000 };

const sockets: Socket[] = [];
let stage: Stage;
/** Cuts off after a second what nobody reads. */
let strict: Stage;
const open = async (stalledAfter?: number) => {
  const options: Partial<DataApiOptions> = {
    callerShare: { running: 2, waiting: 5, waitLimit: 500 },
    ...(stalledAfter === undefined ? {} : { stalledAfter }),
    authenticate: async ({ headers, raw }) => {
      if (headers['x-leaves'] === 'early') await once(raw.socket, 'close');
      return { role: opened.database.role(String(headers['x-role'] ?? 'reader')) };
    },
  };
  const opened: Stage = await openStage(options, (app) => {
    app.get('/data/never', () => new Promise(() => undefined));
  });
  await opened.database.query(`
    create view api.large as select n as id, repeat('ä€x', 150) as body from generate_series(1, ${LARGE_ROWS}) n;
    grant select on api.large to ${opened.database.role('reader')};
  `);
  await opened.app.listen({ host: '127.0.0.1', port: 0 });
  return opened;
};
beforeAll(async () => {
  [stage, strict] = await Promise.all([open(), open(1000)]);
  // What the server knows of both roles is then loaded.
  expect([(await askNotes()).status, (await askPlaces()).status]).toEqual([200, 200]);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await Promise.all([stage, strict].map((one) => one[Symbol.asyncDispose]()));
});

const askNotes = (of = stage) => of.ask('GET', '/data/notes?select=id&limit=1');
const askPlaces = () => stage.ask('GET', '/data/places', { headers: { 'x-role': 'writer' } });
const connections = ({ app } = stage) =>
  new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));

/** A socket that has sent the requests and reads nothing. */
async function send({ app }: Stage, ...requests: readonly { path: string; headers?: string }[]) {
  const socket = connect(portOf(app), '127.0.0.1').pause();
  sockets.push(socket);
  await once(socket, 'connect');
  const text = requests.map(({ path, headers = '' }) => `GET /data/${path} HTTP/1.1\r\nhost: x\r\n${headers}\r\n`);
  await new Promise((resolve) => socket.write(text.join(''), resolve));
  return socket;
}

/** Of a server that listens. */
function portOf(app: Stage['app']): number {
  const [address] = app.addresses();
  if (typeof address !== 'object') throw new Error('The server does not listen.');
  return address.port;
}

async function locked(work: () => Promise<void>) {
  await stage.database.query('begin; lock table api.places');
  try {
    await work();
  } finally {
    await stage.database.query('rollback');
  }
}

describe('the turn of a request', () => {
  it('is given back when its client has left before it began', async () => {
    for (let n = 0; n < 3; n += 1) {
      const socket = await send(stage, { path: 'notes?select=id', headers: 'x-leaves: early\r\n' });
      socket.destroy();
      await expect.poll(() => connections(), PATIENCE).toBe(0);
    }
    expect((await askNotes()).status).toBe(200);
  });

  it('is given back when its answer waited behind another on a connection that closes', async () => {
    const small = { path: 'notes?select=id' };
    const socket = await send(stage, { path: 'never' }, small, small);
    await expect.poll(async () => (await askNotes()).status, PATIENCE).toBe(429);
    socket.destroy();
    await expect.poll(async () => (await askNotes()).status, PATIENCE).toBe(200);
  });

  it('is given back when nobody reads its answer, whose connection is closed', async () => {
    await Promise.all([send(strict, { path: 'large' }), send(strict, { path: 'large' })]);
    await expect.poll(() => connections(strict), PATIENCE).toBe(0);
    expect((await askNotes(strict)).status).toBe(200);
  });

  it('is refused to those who have waited for it too long', async () => {
    let answers: ReturnType<typeof askPlaces>[] = [];
    await locked(async () => {
      answers = [1, 2, 3].map(askPlaces);
      const { status, headers, json } = await Promise.race(answers);
      expect([status, headers['retry-after'], json()]).toEqual([
        429,
        '1',
        expect.objectContaining({ code: 'PGRST902', message: having('waited 500 ms') }),
      ]);
    });
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 200, 429]);
    expect((await askPlaces()).status).toBe(200);
  });
});

it('a large answer arrives whole', async () => {
  const answer = await fetch(`http://127.0.0.1:${portOf(strict.app)}/data/large`);
  const text = await answer.text();
  expect(Buffer.byteLength(text)).toBe(Number(answer.headers.get('content-length')));
  const rows = JSON.parse(text) as { body: string }[];
  expect(rows.length).toBe(LARGE_ROWS);
  expect(new Set(rows.map(({ body }) => body))).toEqual(new Set(['ä€x'.repeat(150)]));
});
