import { getEventListeners } from 'node:events';
import { getActiveResourcesInfo } from 'node:process';
import { describe, expect, it } from 'vitest';
import { createOutbound } from '../src/index.ts';
import { failureOf, freePort, serveDns, serveHttp, serveRaw, until } from './servers.ts';

function countHandles(): number {
  return getActiveResourcesInfo().filter((kind) => /TCP|TLS|Timeout|UDP|GetAddrInfo|QUERY/i.test(kind)).length;
}

describe('connectTcp', () => {
  it('opens a connection, closes it and tells how long it took', async () => {
    await using server = await serveHttp((_, response) => response.end());
    await using outbound = createOutbound();
    const probe = await outbound.connectTcp({
      host: 'localhost',
      port: server.port,
      signal: AbortSignal.timeout(5000),
    });
    expect(probe.address).toBe('127.0.0.1');
    expect(probe.duration).toBeGreaterThan(0);
    const port = await freePort();
    const refused = await failureOf(outbound.connectTcp({ host: '127.0.0.1', port }));
    expect([refused.code, refused.message]).toEqual(['connect', `Connection refused by 127.0.0.1:${port}`]);
    expect((await failureOf(outbound.connectTcp({ host: '127.0.0.1', port: 70_000 }))).code).toBe('bad_request');
    expect((await failureOf(outbound.connectTcp({ host: '169.254.169.254', port: 80 }))).code).toBe(
      'refused_by_policy',
    );
  });
});

describe('cancelling', () => {
  it('ends a call in any phase, and an aborted signal starts none', async () => {
    await using server = await serveRaw(() => undefined);
    await using outbound = createOutbound();
    const controller = new AbortController();
    const running = failureOf(outbound.request({ url: server.url, signal: controller.signal }));
    await until(() => server.connections() === 1);
    controller.abort();
    expect([(await running).code, (await running).message]).toEqual([
      'aborted',
      expect.stringContaining('127.0.0.1 was cancelled'),
    ]);
    expect((await failureOf(outbound.request({ url: server.url, signal: controller.signal }))).code).toBe('aborted');
    expect(
      (await failureOf(outbound.connectTcp({ host: '127.0.0.1', port: server.port, signal: controller.signal }))).code,
    ).toBe('aborted');
    expect((await failureOf(outbound.lookup('127.0.0.1', controller.signal))).code).toBe('aborted');
    expect(server.connections()).toBe(1);
  });

  it('leaves nothing on a signal that outlives the call', async () => {
    await using server = await serveHttp((_, response) => response.end());
    await using outbound = createOutbound();
    const { signal } = new AbortController();
    await outbound.request({ url: server.url, signal });
    await outbound.connectTcp({ host: '127.0.0.1', port: server.port, signal });
    await outbound.lookup('localhost', signal);
    await failureOf(outbound.request({ url: `http://127.0.0.1:${await freePort()}/`, signal }));
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('by a signal that ran out of time is a timeout', async () => {
    await using server = await serveRaw(() => undefined);
    await using outbound = createOutbound();
    const error = await failureOf(outbound.request({ url: server.url, signal: AbortSignal.timeout(50) }));
    expect(error.code).toBe('timeout');
  });
});

describe('limits', () => {
  it('hold back what is too much at once, serve it in turn, and do not blame the destination', async () => {
    let open = 0;
    let most = 0;
    await using server = await serveHttp((_, response) => {
      most = Math.max(most, ++open);
      setTimeout(() => {
        open -= 1;
        response.end();
      }, 20);
    });
    await using silent = await serveRaw(() => undefined);
    await using outbound = createOutbound({ limits: { connections: 3, perDestination: 2 } });
    await Promise.all(Array.from({ length: 10 }, () => outbound.request({ url: server.url })));
    expect(most).toBe(2);

    const held = new AbortController();
    const holding = [1, 2].map(() => failureOf(outbound.request({ url: silent.url, signal: held.signal })));
    await until(() => silent.connections() === 2);
    const error = await failureOf(outbound.request({ url: silent.url, timeout: 50 }));
    expect([error.code, error.message]).toEqual([
      'busy',
      '127.0.0.1 was not contacted within 50 ms: all connection slots of this process are taken',
    ]);
    expect((await outbound.request({ url: server.url })).status).toBe(200);
    held.abort();
    await Promise.all(holding);
    expect((await failureOf(outbound.request({ url: silent.url, timeout: 50 }))).code).toBe('timeout');
  });

  it('are free again after a failure and between the hops of a redirect', async () => {
    await using server = await serveHttp((request, response) => {
      if (request.url === '/') response.writeHead(302, { Location: '/next' });
      response.end();
    });
    const port = await freePort();
    await using outbound = createOutbound({ limits: { connections: 1, perDestination: 1 } });
    for (let i = 0; i < 3; i++) {
      expect((await failureOf(outbound.connectTcp({ host: '127.0.0.1', port, timeout: 2000 }))).code).toBe('connect');
      expect((await failureOf(outbound.request({ url: `http://127.0.0.1:${port}/`, timeout: 2000 }))).code).toBe(
        'connect',
      );
    }
    expect((await outbound.request({ url: server.url, timeout: 2000 })).url).toBe(`${server.url}/next`);
  });

  it('count sockets for other protocols until they close', async () => {
    await using server = await serveRaw(() => undefined);
    await using outbound = createOutbound({ limits: { connections: 1 } });
    const { socket } = await outbound.connectSocket({ host: '127.0.0.1', port: server.port });
    const waiting = outbound.connectTcp({ host: '127.0.0.1', port: server.port });
    expect((await failureOf(outbound.connectTcp({ host: '127.0.0.1', port: server.port, timeout: 20 }))).code).toBe(
      'busy',
    );
    socket.destroy();
    expect((await waiting).address).toBe('127.0.0.1');
  });
});

describe('the end', () => {
  it('leaves no socket and no timer, whatever happened before', async () => {
    await using server = await serveHttp((request, response) => {
      if (request.url === '/reset') request.socket.resetAndDestroy();
      else if (request.url !== '/silent') response.end('x'.repeat(5000));
    });
    await using dns = await serveDns((question) =>
      question.name === 'fine.test' ? { answers: [{ type: 'A', name: 'fine.test', data: '127.0.0.1' }] } : 'silence',
    );
    const port = await freePort();
    const before = countHandles();
    {
      await using outbound = createOutbound({ resolver: { servers: [dns.address], timeout: 200, tries: 1 } });
      const calls = Array.from({ length: 20 }, (_, i) => [
        outbound.request({ url: `http://fine.test:${server.port}/${i}` }),
        outbound.request({ url: server.url, keepAlive: true }),
        outbound.request({ url: server.url, maxBytes: 10 }),
        outbound.request({ url: `${server.url}/reset` }),
        outbound.request({ url: `${server.url}/silent`, timeout: 50 }),
        outbound.request({ url: 'http://hangs.test/', timeout: 50 }),
        outbound.connectTcp({ host: '127.0.0.1', port }),
        outbound.connectTcp({ host: '127.0.0.1', port: server.port }),
        outbound.resolve({ query: 'hangs.test', type: 'A', timeout: 50 }),
      ]);
      await Promise.allSettled(calls.flat());
    }
    await until(() => countHandles() <= before);
  });

  it('stops what is still running and refuses what comes later', async () => {
    await using server = await serveRaw(() => undefined);
    const outbound = createOutbound();
    const running = failureOf(outbound.request({ url: server.url }));
    await until(() => server.connections() === 1);
    await outbound[Symbol.asyncDispose]();
    expect((await running).code).toBe('aborted');
    expect((await failureOf(outbound.request({ url: server.url }))).code).toBe('aborted');
    expect((await failureOf(outbound.connectTcp({ host: '127.0.0.1', port: server.port }))).code).toBe('aborted');
  });
});
