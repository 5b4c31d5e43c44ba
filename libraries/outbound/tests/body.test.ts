import { brotliCompressSync, createGzip, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createOutbound } from '../src/index.ts';
import { failureOf, serveHttp, until } from './servers.ts';

const text = 'All systems are in order. '.repeat(200);
const mebibyte = 1024 * 1024;

describe('the body of an answer', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['zstd', zstdCompressSync(text)],
    ['gzip, br', brotliCompressSync(gzipSync(text))],
    ['identity', Buffer.from(text)],
    ['x-unknown', Buffer.from(text)],
  ])('is decoded from %s', async (encoding, bytes) => {
    await using server = await serveHttp((_, response) => response.setHeader('Content-Encoding', encoding).end(bytes));
    await using outbound = createOutbound();
    expect((await outbound.request({ url: server.url })).body.toString()).toBe(text);
  });

  it('may be empty although an encoding is announced, and absent after HEAD', async () => {
    await using server = await serveHttp((request, response) => {
      response.setHeader('Content-Encoding', 'gzip');
      if (request.method === 'HEAD') response.setHeader('Content-Length', 10 * mebibyte);
      response.end();
    });
    await using outbound = createOutbound();
    expect((await outbound.request({ url: server.url })).body).toHaveLength(0);
    expect((await outbound.request({ url: server.url, method: 'HEAD' })).body).toHaveLength(0);
  });

  it('that is damaged is an error', async () => {
    await using server = await serveHttp((request, response) => {
      response.setHeader('Content-Encoding', 'gzip');
      const bytes = gzipSync(text);
      response.end(request.url === '/cut' ? bytes.subarray(0, bytes.length - 20) : 'this is not gzip');
    });
    await using outbound = createOutbound();
    for (const path of ['/', '/cut']) {
      const error = await failureOf(outbound.request({ url: server.url + path }));
      expect([error.code, error.message]).toEqual(['bad_response', expect.stringContaining('is not valid gzip')]);
    }
  });

  it('without an end is cut off at the cap, with flat memory', async () => {
    let sent = 0;
    let closed = false;
    const chunk = Buffer.alloc(64 * 1024, 'x');
    await using server = await serveHttp((_, response) => {
      const more = (): void => {
        while (!closed && response.write(chunk)) sent += chunk.length;
      };
      response.on('drain', more).once('close', () => {
        closed = true;
      });
      more();
    });
    await using outbound = createOutbound();
    const error = await failureOf(outbound.request({ url: server.url, maxBytes: 3 * mebibyte }));
    expect([error.code, error.message]).toEqual([
      'too_large',
      `The answer of 127.0.0.1:${server.port} is larger than the limit of 3 MiB`,
    ]);
    await until(() => closed);
    // What the sockets of both ends buffer comes on top of the cap, nothing else does.
    expect(sent).toBeLessThan(30 * mebibyte);

    closed = false;
    const cut = await outbound.request({ url: server.url, maxBytes: 1000, onTooLarge: 'truncate' });
    expect([cut.truncated, cut.body.length]).toEqual([true, 1000]);
    await until(() => closed);
  });

  it('that announces 10 GB is refused before a byte of it is read', async () => {
    await using server = await serveHttp((_, response) => {
      response.writeHead(200, { 'Content-Length': 10 * 1024 * mebibyte });
      response.flushHeaders();
    });
    await using outbound = createOutbound();
    expect((await failureOf(outbound.request({ url: server.url }))).code).toBe('too_large');
  });

  it('that unpacks to far more than its size is taken for a bomb', async () => {
    await using server = await serveHttp((_, response) => {
      response.setHeader('Content-Encoding', 'gzip');
      const gzip = createGzip();
      gzip.pipe(response);
      response.once('close', () => gzip.destroy());
      const zeros = Buffer.alloc(mebibyte);
      const more = (): void => {
        while (!gzip.destroyed && gzip.write(zeros));
      };
      gzip.on('drain', more);
      more();
    });
    await using outbound = createOutbound();
    const bomb = await failureOf(outbound.request({ url: server.url, maxBytes: 1024 * mebibyte }));
    expect([bomb.code, bomb.message]).toEqual(['ratio', expect.stringContaining('more than 100 times its size')]);
    const capped = await failureOf(outbound.request({ url: server.url }));
    expect(capped.code).toBe('too_large');
  });

  it('may compress well as long as it is small', async () => {
    await using server = await serveHttp((_, response) =>
      response.setHeader('Content-Encoding', 'gzip').end(gzipSync(Buffer.alloc(900_000))),
    );
    await using outbound = createOutbound();
    expect((await outbound.request({ url: server.url })).body).toHaveLength(900_000);
  });
});
