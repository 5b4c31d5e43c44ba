import { operation } from '@watchroom/contract/operation';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApiError, UNREACHED } from './api-error.ts';
import { addressOf, call } from './call.ts';
import { type AnsweringServer, startAnsweringServer } from './tests/answering-server.ts';

let server: AnsweringServer;
beforeAll(async () => {
  server = await startAnsweringServer();
});
beforeEach(() => server.seen.splice(0));
afterAll(() => server[Symbol.asyncDispose]());

const get = () => operation('GET', `${server.origin}/x`, 'public');
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.unreachable('the call must fail'),
    (error: ApiError) => error,
  );

describe('call', () => {
  it('fills the path, writes the query and sends the body', async () => {
    server.answer = { status: 200, body: '{"ok":true}' };
    const save = operation<{ ok: boolean }, { dry?: boolean }, { name: string }>(
      'PUT',
      `${server.origin}/things/:id`,
      'public',
    );
    const result = await call(save, {
      params: { id: 'a/b' },
      query: { dry: true },
      body: { name: 'x' },
    });
    expect(result).toEqual({ ok: true });
    expect(server.seen).toMatchObject([{ method: 'PUT', url: '/things/a%2Fb?dry=true', body: '{"name":"x"}' }]);
  });

  it('gives nothing for an answer without content', async () => {
    server.answer = { status: 204 };
    expect(await call(operation('DELETE', `${server.origin}/x`, 'public'))).toBeUndefined();
  });

  it('turns an error answer into its code, sentence and fields', async () => {
    const body = { code: 'invalid_input', error: 'A field is invalid', fields: { 'spec.url': 'No scheme' } };
    server.answer = { status: 400, body: JSON.stringify(body) };
    expect(await failure(call(get()))).toMatchObject({
      code: 'invalid_input',
      message: 'A field is invalid',
      fields: { 'spec.url': 'No scheme' },
    });
  });

  it('has a sentence for an error answer that is not ours', async () => {
    server.answer = { status: 502, body: '<html>' };
    expect(await failure(call(get()))).toMatchObject({ code: 'unavailable', message: 'An error occurred' });
  });

  it('tells a server that failed from one that is not there yet, whatever the body', async () => {
    server.answer = { status: 500, body: '' };
    expect(await failure(call(get()))).toMatchObject({ code: 'internal' });
    server.answer = { status: 503, body: '' };
    expect(await failure(call(get()))).toMatchObject({ code: 'unavailable' });
  });

  it('says that the network failed when nobody answers', async () => {
    server.answer = 'hangs up';
    const { message } = await failure(call(get()));
    expect([UNREACHED.network, UNREACHED.offline]).toContain(message);
  });

  it('ends with the original error when its caller loses interest', async () => {
    server.answer = 'waits';
    const interest = new AbortController();
    const ending = failure(call(get(), { signal: interest.signal }));
    await expect.poll(() => server.seen).toHaveLength(1);
    interest.abort();
    expect((await ending).name).toBe('AbortError');
  });
});

describe('addressOf', () => {
  it('leaves absent and empty values out and repeats lists', () => {
    expect(addressOf('/x', { query: { a: undefined, b: '', c: 0, d: ['1', '2'] } })).toBe('/x?c=0&d=1&d=2');
  });
});
