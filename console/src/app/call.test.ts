import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { operation } from '@watchroom/contract/operation';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ApiError, UNREACHED } from './api-error.ts';
import { addressOf, call, callList } from './call.ts';

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

let seen: Seen;
let answer: { status: number; body: string; headers?: Record<string, string> };
const server = createServer((request, response) => {
  let body = '';
  request.setEncoding('utf8');
  request.on('data', (chunk: string) => {
    body += chunk;
  });
  request.on('end', () => {
    const { method, url, headers } = request;
    seen = { method, url, headers, body };
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
});
let origin = '';

beforeEach(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => new Promise<void>((resolve) => void server.close(() => resolve())));

const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call must fail'),
    (error: ApiError) => error,
  );

describe('call', () => {
  it('fills the path, writes the query and sends body and If-Match', async () => {
    answer = { status: 200, body: '{"ok":true}' };
    const save = operation<{ ok: boolean }, { dry?: boolean }, { name: string }>(
      'PUT',
      `${origin}/things/:id`,
      'public',
    );
    const result = await call(save, {
      params: { id: 'a/b' },
      query: { dry: true },
      body: { name: 'x' },
      ifMatch: 't1',
    });
    expect(result).toEqual({ ok: true });
    expect(seen.method).toBe('PUT');
    expect(seen.url).toBe('/things/a%2Fb?dry=true');
    expect(seen.headers['if-match']).toBe('"t1"');
    expect(JSON.parse(seen.body)).toEqual({ name: 'x' });
  });

  it('gives nothing for an answer without content', async () => {
    answer = { status: 204, body: '' };
    expect(await call(operation('DELETE', `${origin}/x`, 'public'))).toBeUndefined();
  });

  it('turns an error answer into its code, sentence and fields', async () => {
    const body = { code: 'invalid_input', error: 'A field is invalid', fields: { 'spec.url': 'No scheme' } };
    answer = { status: 400, body: JSON.stringify(body) };
    const error = await failure(call(operation('GET', `${origin}/x`, 'public')));
    expect(error).toMatchObject({
      code: 'invalid_input',
      message: 'A field is invalid',
      fields: { 'spec.url': 'No scheme' },
    });
  });

  it('has a sentence for an error answer that is not ours', async () => {
    answer = { status: 502, body: '<html>' };
    const error = await failure(call(operation('GET', `${origin}/x`, 'public')));
    expect(error).toMatchObject({ code: 'unavailable', message: 'An error occurred' });
  });

  it('says that the network failed when nobody answers', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise<void>((resolve) => void gone.close(() => resolve()));
    const error = await failure(call(operation('GET', `http://127.0.0.1:${port}/x`, 'public')));
    expect([UNREACHED.network, UNREACHED.offline]).toContain(error.message);
  });

  it('reads the total of a list from Content-Range', async () => {
    answer = { status: 206, body: '[1,2]', headers: { 'Content-Range': '0-1/120' } };
    const list = operation<readonly number[]>('GET', `${origin}/x`, 'public');
    expect(await callList(list, {})).toEqual({ rows: [1, 2], total: 120 });
    expect(seen.headers['prefer']).toBe('count=exact');
  });
});

describe('addressOf', () => {
  it('leaves absent and empty values out and repeats lists', () => {
    expect(addressOf('/x', { query: { a: undefined, b: '', c: 0, d: ['1', '2'] } })).toBe('/x?c=0&d=1&d=2');
  });
});
