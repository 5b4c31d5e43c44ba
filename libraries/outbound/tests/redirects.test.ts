import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createOutbound } from '../src/index.ts';
import { createCertificate } from './certificates.ts';
import { failureOf, serveHttp, serveHttps, serveRaw } from './servers.ts';

describe('a redirect', () => {
  it('is followed, relative ones too, and the way is told', async () => {
    await using server = await serveHttp((request, response) => {
      if (request.url === '/a') response.writeHead(302, { Location: 'b?x=1' }).end('ignored');
      else if (request.url === '/b?x=1')
        response.writeHead(308, { Location: Buffer.from('/ü').toString('latin1') }).end();
      else if (request.url === '/latin') response.writeHead(308, { Location: '/ü' }).end();
      else response.end(request.url);
    });
    await using outbound = createOutbound();
    const answer = await outbound.request({ url: `${server.url}/a` });
    expect(answer.body.toString()).toBe('/%C3%BC');
    expect((await outbound.request({ url: `${server.url}/latin` })).url).toBe(`${server.url}/%C3%BC`);
    expect([answer.url, answer.redirects]).toEqual([
      `${server.url}/%C3%BC`,
      [`${server.url}/b?x=1`, `${server.url}/%C3%BC`],
    ]);
  });

  it('is returned itself when none are to be followed or it leads nowhere', async () => {
    await using server = await serveHttp((request, response) => {
      response.writeHead(302, request.url === '/nowhere' ? {} : { Location: '/b' }).end('moved');
    });
    await using outbound = createOutbound();
    const answer = await outbound.request({ url: server.url, maxRedirects: 0 });
    expect([answer.status, answer.headers['location'], answer.body.toString()]).toEqual([302, '/b', 'moved']);
    expect((await outbound.request({ url: `${server.url}/nowhere` })).status).toBe(302);
  });

  it('is followed five times and no more', async () => {
    await using server = await serveHttp((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('arrived');
      else response.writeHead(302, { Location: `/${left - 1}` }).end();
    });
    await using outbound = createOutbound();
    expect((await outbound.request({ url: `${server.url}/5` })).body.toString()).toBe('arrived');
    const before = server.connections();
    const error = await failureOf(outbound.request({ url: `${server.url}/50` }));
    expect([error.code, error.message]).toEqual([
      'redirects',
      `More than 5 redirects; the last one pointed to 127.0.0.1:${server.port}`,
    ]);
    expect(server.connections() - before).toBe(6);
  });

  it('to a refused address is not followed, whatever its spelling', async () => {
    await using inner = await serveHttp((_, response) => response.end('secret'), '127.0.0.2');
    await using outbound = createOutbound({ policy: { deny: ['127.0.0.2'] } });
    for (const host of ['127.0.0.2', '0x7f000002', 'a@2130706434', '[::ffff:127.0.0.2]']) {
      await using server = await serveHttp((_, response) =>
        response.writeHead(302, { Location: `http://${host}:${inner.port}/` }).end(),
      );
      expect((await failureOf(outbound.request({ url: server.url }))).code).toBe('refused_by_policy');
    }
    expect(inner.connections()).toBe(0);
  });

  it.each(['file:///etc/passwd', 'gopher://127.0.0.1/'])('to %s is refused', async (location) => {
    await using server = await serveHttp((_, response) => response.writeHead(302, { Location: location }).end());
    await using outbound = createOutbound();
    expect((await failureOf(outbound.request({ url: server.url }))).code).toBe('scheme');
  });

  it('to something that is not a URL is a bad answer', async () => {
    await using server = await serveRaw((socket) => socket.end('HTTP/1.1 302 x\r\nLocation: http://[\r\n\r\n'));
    await using outbound = createOutbound();
    expect((await failureOf(outbound.request({ url: server.url }))).code).toBe('bad_response');
  });

  it('to another origin takes along only what says how to answer, and gets nothing back on return', async () => {
    const seen: IncomingHttpHeaders[] = [];
    await using other = await serveHttp((request, response) => {
      seen.push(request.headers);
      response.writeHead(302, { Location: `${home.url}/end` }).end();
    });
    await using home = await serveHttp((request, response) => {
      seen.push(request.headers);
      if (request.url === '/same') response.writeHead(302, { Location: '/start' }).end();
      else if (request.url === '/start') response.writeHead(302, { Location: other.url }).end();
      else response.end('end');
    });
    await using outbound = createOutbound();
    const harmless = {
      accept: 'text/html',
      'accept-encoding': 'gzip',
      'accept-language': 'de',
      'user-agent': 'probe/1',
    };
    const own = { cookie: 'a=1', 'x-trace': 't', 'x-tenant': 'acme', origin: 'https://a.test', host: 'virtual.test' };
    const url = `http://me:pw@127.0.0.1:${home.port}/same`;
    await outbound.request({ url, headers: { ...harmless, ...own } });
    const authorization = `Basic ${Buffer.from('me:pw').toString('base64')}`;
    for (const first of seen.slice(0, 2)) expect(first).toMatchObject({ ...harmless, ...own, authorization });
    const connection = 'close';
    expect(seen.slice(2)).toEqual([
      { ...harmless, host: `127.0.0.1:${other.port}`, connection },
      { ...harmless, host: `127.0.0.1:${home.port}`, connection },
    ]);
  });

  it.each(['http', 'https'])('from %s to the other scheme of the same host leaves the origin', async (scheme) => {
    let seen: IncomingHttpHeaders = {};
    await using secure = await serveHttps(
      createCertificate({ name: 'host', names: ['127.0.0.1'] }),
      (request, response) => {
        seen = request.headers;
        response.writeHead(302, { Location: plain.url }).end();
      },
    );
    await using plain = await serveHttp((request, response) => {
      seen = request.headers;
      response.writeHead(302, { Location: secure.url }).end();
    });
    await using outbound = createOutbound();
    const url = scheme === 'http' ? plain.url : secure.url;
    const headers = { Authorization: 'Bearer t', 'X-Tenant': 'acme' };
    await failureOf(outbound.request({ url, headers, maxRedirects: 1, tls: { rejectUnauthorized: false } }));
    expect(Object.keys(seen).sort()).toEqual(['accept', 'accept-encoding', 'connection', 'host', 'user-agent']);
  });

  it.each([
    [307, 'POST'],
    [308, 'PUT'],
    [302, 'PUT'],
  ])('with %i to another origin does not take the body of a %s along', async (status, method) => {
    await using other = await serveHttp((_, response) => response.end('arrived'));
    await using home = await serveHttp((_, response) => response.writeHead(status, { Location: other.url }).end());
    await using outbound = createOutbound();
    const error = await failureOf(outbound.request({ url: home.url, method, body: 'password=s3cret' }));
    expect([error.code, error.message]).toEqual([
      'redirects',
      `127.0.0.1:${home.port} redirects to another origin, 127.0.0.1:${other.port}, and the body of a request is not sent there; send it to that address if you trust it`,
    ]);
    expect(other.connections()).toBe(0);
    const bodiless = await outbound.request({ url: home.url, method });
    expect(bodiless.body.toString()).toBe('arrived');
  });

  it('to another origin is followed where it turns a POST into a GET', async () => {
    let seen: IncomingHttpHeaders = {};
    await using other = await serveHttp((request, response) => {
      seen = request.headers;
      response.end(request.method);
    });
    await using home = await serveHttp((_, response) => response.writeHead(303, { Location: other.url }).end());
    await using outbound = createOutbound();
    const headers = { 'Content-Type': 'text/plain' };
    const answer = await outbound.request({ url: home.url, method: 'POST', body: 'x', headers });
    expect(answer.body.toString()).toBe('GET');
    expect(seen).not.toHaveProperty('content-type');
    expect(seen).not.toHaveProperty('content-length');
  });

  it.each([
    [301, 'POST', 'GET ', ''],
    [302, 'POST', 'GET ', ''],
    [303, 'PUT', 'GET ', ''],
    [303, 'HEAD', 'HEAD ', ''],
    [301, 'PUT', 'PUT text/plain', 'data'],
    [307, 'POST', 'POST text/plain', 'data'],
    [308, 'POST', 'POST text/plain', 'data'],
  ])('with %i after %s is followed as RFC 9110 says', async (status, method, expected, body) => {
    const seen: string[] = [];
    await using server = await serveHttp((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => {
        text += chunk.toString();
      });
      request.on('end', () => {
        if (request.url === '/') response.writeHead(status, { Location: '/next' });
        else seen.push(`${request.method} ${request.headers['content-type'] ?? ''}`, text);
        response.end();
      });
    });
    await using outbound = createOutbound();
    const withBody = method === 'HEAD' ? {} : { body: 'data', headers: { 'Content-Type': 'text/plain' } };
    await outbound.request({ url: server.url, method, ...withBody });
    expect(seen).toEqual([expected, body]);
  });

  it('does not win more time than the whole request has', async () => {
    await using server = await serveHttp((_, response) => {
      setTimeout(() => response.writeHead(302, { Location: '/' }).end(), 60);
    });
    await using outbound = createOutbound();
    const error = await failureOf(outbound.request({ url: server.url, timeout: 150, maxRedirects: 50 }));
    expect(error.code).toBe('timeout');
  });
});
