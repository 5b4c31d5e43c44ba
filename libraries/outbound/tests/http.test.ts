import { describe, expect, it } from 'vitest';
import { createOutbound, readText } from '../src/index.ts';
import { failureOf, freePort, serveHttp, serveRaw } from './servers.ts';

describe('request', () => {
  it('sends method, headers and body and returns everything about the answer', async () => {
    await using server = await serveHttp((request, response) => {
      const seen: string[] = [];
      request.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
      request.on('end', () => {
        response.setHeader('X-Two', ['a', 'b']);
        response.writeHead(201, 'Made');
        response.end(
          JSON.stringify({ method: request.method, url: request.url, raw: request.rawHeaders, body: seen.join('') }),
        );
      });
    });
    await using outbound = createOutbound({ userAgent: 'probe/1' });
    const answer = await outbound.request({
      url: `${server.url}/path?q=1#part`,
      method: 'put',
      headers: [
        ['X-Same', '1'],
        ['X-Same', '2'],
        ['Transfer-Encoding', 'chunked'],
      ],
      body: 'grüß',
    });
    expect([answer.status, answer.statusText, answer.headers['x-two']]).toEqual([201, 'Made', ['a', 'b']]);
    expect([answer.address, answer.truncated, answer.redirects]).toEqual(['127.0.0.1', false, []]);
    const echo = JSON.parse(answer.body.toString()) as { method: string; url: string; raw: string[]; body: string };
    expect([echo.method, echo.url, echo.body]).toEqual(['PUT', '/path?q=1', 'grüß']);
    expect(echo.raw.join(' ')).toContain('X-Same 1 X-Same 2');
    expect(echo.raw.join(' ')).toContain('User-Agent probe/1');
    expect(echo.raw.join(' ')).toContain('Content-Length 6 Connection close');
    expect(echo.raw).not.toContain('Transfer-Encoding');
  });

  it('measures the phases, and they add up to no more than the total', async () => {
    await using server = await serveHttp((_, response) => void setTimeout(() => response.end('x'), 60));
    await using outbound = createOutbound();
    const { timings } = await outbound.request({ url: `http://localhost:${server.port}/` });
    expect(timings.firstByte).toBeGreaterThan(50);
    expect(timings.connect).toBeGreaterThan(0);
    expect(timings.tls).toBe(0);
    expect(timings.dns + timings.connect + timings.firstByte).toBeLessThanOrEqual(timings.total);
  });

  it('turns userinfo into a Basic header and keeps it out of the answer', async () => {
    await using server = await serveHttp((request, response) => response.end(request.headers.authorization));
    await using outbound = createOutbound();
    const answer = await outbound.request({ url: `http://me:p%40ss%@127.0.0.1:${server.port}/` });
    expect(answer.body.toString()).toBe(`Basic ${Buffer.from('me:p%40ss%').toString('base64')}`);
    expect(answer.url).toBe(`${server.url}/`);
  });

  it.each([
    'file:///etc/passwd',
    'gopher://127.0.0.1:70/',
    'dict://127.0.0.1/',
    'ftp://x/',
    'javascript:alert(1)',
    'data:,x',
  ])('refuses the scheme of %s', async (url) => {
    await using outbound = createOutbound();
    expect((await failureOf(outbound.request({ url }))).code).toBe('scheme');
  });

  it.each([
    ['a URL without a host', { url: 'http://' }],
    ['a header with a line break', { url: 'http://127.0.0.1/', headers: { 'X-A': 'a\r\nX-B: b' } }],
    ['a header name with a space', { url: 'http://127.0.0.1/', headers: { 'X A': 'a' } }],
    ['the method CONNECT', { url: 'http://127.0.0.1/', method: 'CONNECT' }],
    ['a method with a line break', { url: 'http://127.0.0.1/', method: 'GET / HTTP/1.1\r\n' }],
  ])('refuses %s', async (_, request) => {
    await using outbound = createOutbound();
    expect((await failureOf(outbound.request(request))).code).toBe('bad_request');
  });

  it('opens a new connection for each request by default and keeps one on demand', async () => {
    await using server = await serveHttp((_, response) => response.end('x'));
    await using outbound = createOutbound();
    await outbound.request({ url: server.url });
    await outbound.request({ url: server.url });
    expect(server.connections()).toBe(2);
    const first = await outbound.request({ url: server.url, keepAlive: true });
    const second = await outbound.request({ url: server.url, keepAlive: true });
    expect(server.connections()).toBe(3);
    expect(first.timings.connect).toBeGreaterThan(0);
    expect([second.timings.connect, second.address]).toEqual([0, '127.0.0.1']);
  });

  it('does not share the connections of a session with anyone', async () => {
    await using server = await serveHttp((_, response) => response.end('x'));
    await using outbound = createOutbound();
    await outbound.request({ url: server.url, keepAlive: true });
    using session = outbound.openSession();
    await session.request({ url: server.url });
    await session.request({ url: server.url });
    expect(server.connections()).toBe(2);
  });

  it('asks again when a kept connection was closed under its feet', async () => {
    let answered = 0;
    await using server = await serveRaw((socket) => {
      answered += 1;
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: keep-alive\r\n\r\nx');
      socket.on('data', () => socket.resetAndDestroy());
    });
    await using outbound = createOutbound();
    await outbound.request({ url: server.url, keepAlive: true });
    expect((await outbound.request({ url: server.url, keepAlive: true })).status).toBe(200);
    expect(answered).toBe(2);
    await outbound.request({ url: server.url, keepAlive: true }).catch(() => undefined);
    const posted = await failureOf(outbound.request({ url: server.url, keepAlive: true, method: 'POST' }));
    expect(posted.message).toBe(`127.0.0.1:${server.port} closed the connection without an answer`);
  });

  it('reads text by the declared charset, without NUL and without broken characters', async () => {
    await using server = await serveHttp((request, response) => {
      if (request.url === '/latin') response.setHeader('Content-Type', 'text/html; charset="ISO-8859-1"');
      else response.setHeader('Content-Type', 'text/html; charset=nonsense');
      response.end(Buffer.from([0x41, 0x00, 0xe9, 0x42]));
    });
    await using outbound = createOutbound();
    expect(readText(await outbound.request({ url: `${server.url}/latin` }))).toBe('A\ufffdéB');
    expect(readText(await outbound.request({ url: server.url }))).toBe('A\ufffd\ufffdB');
  });
});

describe('a server that misbehaves', () => {
  it.each([
    ['closes without an answer', '', /closed the connection without an answer/],
    ['closes within the headers', 'HTTP/1.1 200 OK\r\nContent-Le', /closed the connection without an answer/],
    [
      'closes within the body',
      'HTTP/1.1 200 OK\r\nContent-Length: 2048\r\n\r\nhalf',
      /closed the connection after 4 bytes of 2 KiB/,
    ],
    ['does not speak HTTP', '220 mail.example ESMTP\r\n', /sent something that is not HTTP/],
    ['sends NUL in a header', 'HTTP/1.1 200 OK\r\nX: a\0b\r\n\r\n', /sent something that is not HTTP/],
    [
      'breaks the chunks',
      'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      /sent something that is not HTTP/,
    ],
    [
      'switches protocols unasked',
      'HTTP/1.1 101 Go\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n',
      /switched to another protocol/,
    ],
  ])('that %s gets a clear error', async (_, bytes, sentence) => {
    await using server = await serveRaw((socket) => socket.end(bytes, 'latin1'));
    await using outbound = createOutbound();
    const error = await failureOf(outbound.request({ url: server.url }));
    expect(error.code).toBe('bad_response');
    expect(error.message).toMatch(sentence);
  });

  it('may send bytes that are not UTF-8 in headers', async () => {
    await using server = await serveRaw((socket) =>
      socket.end('HTTP/1.1 200 \xe9\r\nX-A: \xff\xe9\r\nContent-Length: 0\r\n\r\n', 'latin1'),
    );
    await using outbound = createOutbound();
    expect((await outbound.request({ url: server.url })).headers['x-a']).toBe('\xff\xe9');
  });

  it('may send 1,900 headers but not 10,000, and not 64 KiB of them', async () => {
    const head = (count: number, value: string): string =>
      `HTTP/1.1 200 OK\r\nConnection: close\r\n${`a: ${value}\r\n`.repeat(count)}\r\n`;
    await using server = await serveRaw((socket, request) => {
      if (request.startsWith('GET /many')) socket.end(head(10_000, ''));
      else if (request.startsWith('GET /large')) socket.end(head(100, 'x'.repeat(1000)));
      else socket.end(head(1900, 'b'));
    });
    await using outbound = createOutbound();
    expect((await outbound.request({ url: server.url })).headers['a']).toHaveLength(1900);
    const many = await failureOf(outbound.request({ url: `${server.url}/many` }));
    expect([many.code, many.message]).toEqual([
      'too_large',
      `The answer of 127.0.0.1:${server.port} has more than 2000 headers`,
    ]);
    const large = await failureOf(outbound.request({ url: `${server.url}/large` }));
    expect([large.code, large.message]).toEqual([
      'too_large',
      `The headers of the answer of 127.0.0.1:${server.port} are larger than 64 KiB`,
    ]);
  });

  it('that never answers is given up in time, with the phase it was in', async () => {
    await using server = await serveRaw(() => undefined);
    await using outbound = createOutbound();
    const error = await failureOf(outbound.request({ url: server.url, timeout: 1_000 }));
    expect([error.code, error.message]).toEqual([
      'timeout',
      'No answer from 127.0.0.1 within 1 s (connected, waiting for the first byte)',
    ]);
  });

  it('that drips one byte after the other is given up in time', async () => {
    await using server = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      const timer = setInterval(() => socket.write('x'), 10);
      socket.once('close', () => clearInterval(timer));
    });
    await using outbound = createOutbound();
    const error = await failureOf(outbound.request({ url: server.url, timeout: 1_000 }));
    expect(error.code).toBe('timeout');
    expect(error.message).toMatch(/within 1 s \(receiving the body, \d+ bytes so far\)/);
  });

  it('that is not there is named in a sentence', async () => {
    const port = await freePort();
    await using outbound = createOutbound();
    const error = await failureOf(outbound.request({ url: `http://127.0.0.1:${port}/` }));
    expect([error.code, error.detail, error.message]).toEqual([
      'connect',
      'ECONNREFUSED',
      `Connection refused by 127.0.0.1:${port}`,
    ]);
  });
});
