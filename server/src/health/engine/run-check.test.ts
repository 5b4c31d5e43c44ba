import { getEventListeners } from 'node:events';
import { createServer, type Server } from 'node:net';
import { createOutbound, type Outbound } from '@watchroom/outbound';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { noStoredConnections } from '../../platform/references/testing/no-stored-connections.ts';
import { HIDDEN } from '../../platform/secrets/hidden.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { handClock } from '../../platform/time/testing/hand-clock.ts';
import { budgetOf, LONGEST_RUN, type Retries, retriesOf } from './retries.ts';
import { NoCapacityError } from './no-capacity.ts';
import { runCheck } from './run-check.ts';
import { runOnRequest } from './run-on-request.ts';
import { serveHttp } from '../kinds/support/testing/servers.ts';

let outbound: Outbound;
let target: Server;
let connections = 0;
let refuse = 0;
const never = new AbortController().signal;

beforeAll(async () => {
  outbound = createOutbound({ userAgent: 'Watchroom/test' });
  target = createServer((socket) => {
    connections += 1;
    socket.on('error', () => undefined);
    if (connections <= refuse) socket.destroy();
    else socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'));
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  target.close();
  await outbound[Symbol.asyncDispose]();
});
beforeEach(() => {
  connections = 0;
  refuse = 0;
});

const entry = () => {
  const address = target.address();
  return { name: 'a', url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/` };
};
const run = (retries?: Retries, signal = never, type = 'http', given: object = entry()) =>
  runCheck({ outbound, connections: noStoredConnections, clock: systemClock }, type, { ...given }, retries, signal);
const retry = (more: Partial<Retries>): Retries => ({ delay: 0, interval: 1, timeout: 0, maxRetries: 0, ...more });

describe('a result', () => {
  const json = (value: unknown) => JSON.stringify(value);
  const resultOf = async (answer: unknown, headers: Record<string, string>, more: object) => {
    await using server = await serveHttp((_, response) =>
      response.writeHead(500, { 'content-type': 'application/json', ...headers }).end(json(answer)),
    );
    return await run(undefined, never, 'http', { name: 'a', url: server.url, ...more });
  };

  it('shows no value of a body of the entry, also without the escapes that the body has', async () => {
    const key = '-----BEGIN PRIVATE KEY-----\nMIIabcdefgh\n-----END PRIVATE KEY-----';
    const inner = json({ password: 'Inner"Sec11' });
    for (const [body, echoed] of [
      [json({ private_key: key }), key],
      [json({ data: inner }), 'Inner"Sec11'],
      [json({ password: 98765432 }), 98765432],
      ['<a:Password x="y">Xml&amp;Secret1</a:Password>', 'Xml&Secret1'],
    ]) {
      const result = await resultOf({ echoed }, {}, { method: 'POST', body });
      expect(result.data['json']).toEqual({ echoed: HIDDEN });
      expect(result.data['content']).toBe(`{"echoed":${typeof echoed === 'number' ? HIDDEN : json(HIDDEN)}}`);
    }
  });

  it('keeps the names that the kind gives to its data, whatever the secrets are', async () => {
    const headers = [
      { name: 'X-A', value: 'code' },
      { name: 'X-B', value: 'sek1abcd' },
    ];
    const { data } = await resultOf({ code: 1 }, { sek1abcd: 'x' }, { headers });
    expect(data).toMatchObject({ code: 500, headers: { [HIDDEN]: 'x' }, json: { [HIDDEN]: 1 } });
  });

  it('shows no token that came along with the one that was asked for', async () => {
    const tokens = { access_token: 'Access-1111', refresh_token: 'Refresh-2222', id_token: 'Id-3333', scope: 'read' };
    await using server = await serveHttp((request, response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(request.url === '/token' ? json(tokens) : json(Object.values(tokens))),
    );
    const login = { username: { value: 'me' }, password: { value: 'Pass-4444' } };
    const oauth2 = { tokenURL: `${server.url}/token` };
    const { data } = await run(undefined, never, 'http', { name: 'a', url: server.url, ...login, oauth2 });
    expect(data['json']).toEqual([HIDDEN, HIDDEN, HIDDEN, 'read']);
  });
});

describe('a run', () => {
  it('leaves nothing on the signal of the worker, which lives as long as the server', async () => {
    const lifelong = new AbortController();
    await run(retry({ maxRetries: 2 }), lifelong.signal);
    refuse = 100;
    await run(undefined, lifelong.signal);
    expect(getEventListeners(lifelong.signal, 'abort')).toEqual([]);
  });

  it('for which this server has no free connection is no result, and a person is told to try again', async () => {
    const narrow = createOutbound({ limits: { connections: 1, perDestination: 1 } });
    const address = target.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const held = await narrow.connectSocket({ host: '127.0.0.1', port });
    const tools = { outbound: narrow, connections: noStoredConnections, clock: systemClock };
    const quick = { name: 'a', endpoint: `127.0.0.1:${port}`, thresholdMillis: 50 };
    await expect(runCheck(tools, 'tcp', quick, undefined, never)).rejects.toThrow(NoCapacityError);
    await expect(runOnRequest(tools, 'tcp', quick, undefined, never)).rejects.toMatchObject({ code: 'unavailable' });
    held.socket.destroy();
    await narrow[Symbol.asyncDispose]();
  });

  it('of a kind that is not there, or of an entry that is wrong, is invalid and names it', async () => {
    expect(await run(undefined, never, 'nosuch')).toMatchObject({
      pass: false,
      invalid: true,
      error: expect.stringContaining('nosuch') as string,
    });
    const wrong = await run(undefined, never, 'http', { name: 'a', url: 'nonsense' });
    expect(wrong).toMatchObject({ pass: false, invalid: true, error: expect.stringContaining('url') as string });
    expect(connections).toBe(0);
  });

  it('overlooks a field that the kind does not know, since documents are taken leniently', async () => {
    expect(await run(undefined, never, 'http', { ...entry(), treshold: 5 })).toMatchObject({ pass: true });
  });

  it('that the server ends early is a failure and no exception', async () => {
    expect(await run(undefined, AbortSignal.abort(new Error('the server stops')))).toMatchObject({ pass: false });
  });
});

describe('retries', () => {
  it('stop when the check passes', async () => {
    refuse = 2;
    expect(await run(retry({ maxRetries: 5 }))).toMatchObject({ pass: true });
    expect(connections).toBe(3);
  });

  it('stop when they are used up, and say how many attempts there were', async () => {
    refuse = 99;
    expect(await run(retry({ maxRetries: 2 }))).toMatchObject({ pass: false, data: { retries: { attempts: 3 } } });
    expect(connections).toBe(3);
  });

  it('stop when their time is over', async () => {
    refuse = 9_999;
    const began = performance.now();
    expect(await run(retry({ timeout: 200, interval: 20 }))).toMatchObject({ pass: false });
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(connections).toBeGreaterThan(1);
  });

  it.each([
    [{ maxRetries: 100, interval: 600_000 }, 6],
    [{ timeout: LONGEST_RUN, interval: 600_000 }, 6],
    [{ maxRetries: 100, interval: 600_000, delay: LONGEST_RUN }, 1],
  ])('stop before the longest lease ends: %j', async (given, attempts) => {
    refuse = 99;
    const clock = handClock();
    let isOver = false;
    const running = runCheck(
      { outbound, connections: noStoredConnections, clock },
      'http',
      entry(),
      retry(given),
      never,
    ).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      // Deadlines are a minute at most; what waits longer is a pause.
      const pause = clock.waiting.find((wait) => wait > 60_000);
      if (pause !== undefined) clock.forward(pause);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(await running).toMatchObject({ pass: false, data: { retries: { attempts } } });
    expect(connections).toBe(attempts);
    expect(clock.monotonic()).toBeLessThan(LONGEST_RUN);
  });

  it('end with the server in the middle of a pause', async () => {
    refuse = 99;
    const ending = new AbortController();
    const running = run(retry({ maxRetries: 5, interval: 600_000 }), ending.signal);
    await expect.poll(() => connections).toBe(1);
    ending.abort(new Error('the server stops'));
    expect(await running).toMatchObject({ pass: false });
  });

  it('are not for invalid entries', async () => {
    const result = await run(retry({ maxRetries: 5, interval: 600_000 }), never, 'http', {
      name: 'a',
      url: 'nonsense',
    });
    expect(result.invalid).toBe(true);
  });

  it('of a check lie over those of its canary field by field', () => {
    expect(retriesOf({ maxRetries: 3, interval: '5s', delay: '1s' }, { interval: '2s' })).toEqual({
      delay: 1_000,
      interval: 2_000,
      timeout: 0,
      maxRetries: 3,
    });
    expect(retriesOf({ maxRetries: 3 }, { disabled: true })).toBeUndefined();
    expect(retriesOf(undefined, undefined)).toBeUndefined();
    expect(retriesOf({ interval: '5s' }, {})).toBeUndefined();
    expect(retriesOf({ maxRetries: 100_000 }, {})).toMatchObject({ maxRetries: 100 });
  });

  it.each([
    [{ maxRetries: -1 }, 'maxRetries'],
    [{ maxRetries: 1.5 }, 'maxRetries'],
    [{ maxRetries: 'many' }, 'maxRetries'],
    [{ maxRetries: 1, interval: '-5s' }, 'interval "-5s"'],
    [{ maxRetries: 1, delay: { a: 1 } }, 'delay'],
    [{ timeout: '5s', interval: '0s' }, 'interval must be more than 0'],
  ])('that make no sense are told in a sentence: %j', (given, part) => {
    const said = retriesOf(given, {});
    expect(said).toContain('invalid retries: ');
    expect(said).toContain(part);
  });

  it('are in the budget of a run, which is never endless', () => {
    expect(budgetOf(10_000, undefined)).toBe(10_000);
    expect(budgetOf(10_000, retry({ maxRetries: 2, interval: 1_000, delay: 500 }))).toBe(33_500);
    expect(budgetOf(10_000, retry({ timeout: 60_000 }))).toBe(70_000);
    expect(budgetOf(60_000, retry({ maxRetries: 100, interval: 3_600_000 }))).toBe(3_600_000);
  });
});
