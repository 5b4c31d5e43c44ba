import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BEAT, type ChangeMessage } from '@watchroom/contract/changes';
import { afterEach, describe, expect, it } from 'vitest';
import { createHttpServer } from '../http/server.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import type { ChangeFeed } from './changes.ts';
import { type Reader, streamChanges } from './stream.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** A clock whose timers come when the test says so. */
function handTimers(): Clock & { beat(): void; judge(): void; delay(): number } {
  const timers = { beat: () => {}, judge: () => {} };
  let last = Infinity;
  return {
    ...systemClock,
    after(delay, call) {
      const name = delay === BEAT ? 'beat' : 'judge';
      if (name === 'judge') last = delay;
      timers[name] = call;
      return () => {
        if (timers[name] === call) timers[name] = () => {};
      };
    },
    beat: () => timers.beat(),
    judge: () => timers.judge(),
    /** Until the reader is judged. */
    delay: () => last,
  };
}

describe('the stream to a browser', () => {
  async function open(options: Partial<Reader> = {}) {
    const listeners = new Set<(message: ChangeMessage | 'gap') => void>();
    const feed: ChangeFeed = {
      subscribe(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      stop: async () => undefined,
    };
    const clock = handTimers();
    const streams = new Set<() => void>();
    const app = await createHttpServer({ logLevel: 'silent', trustedProxies: [], publicUrl: undefined });
    app.get('/changes', { config: { permission: 'public' } }, (request, reply) =>
      streamChanges(
        request,
        reply,
        feed,
        clock,
        { mayRead: () => true, concerns: () => false, validUntil: async () => Infinity, ...options },
        streams,
      ),
    );
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      get(`http://127.0.0.1:${port}/changes`, resolve).on('error', reject),
    );
    let text = '';
    let isOver = false;
    response.on('data', (chunk: Buffer) => (text += chunk.toString()));
    response.on('close', () => (isOver = true));
    response.on('error', () => undefined);
    ends.push(() => {
      response.destroy();
      return app.close();
    });
    await expect.poll(() => text).toContain('event: hello');
    return {
      listeners,
      open: streams,
      clock,
      response,
      text: () => text,
      isOver: () => isOver,
      tell: (message: ChangeMessage | 'gap') => {
        for (const listener of listeners) listener(message);
      },
    };
  }

  it('stays open, tells changes of tables that the caller may read, and no others', async () => {
    const stream = await open({ mayRead: (table) => table === 'checks' });
    stream.tell({ table: 'people', ids: ['secret'], tx: '1' });
    stream.tell({ table: 'checks', ids: ['a'], tx: '2' });
    await expect.poll(stream.text).toContain('event: change\ndata: {"table":"checks","ids":["a"],"tx":"2"}\n\n');
    expect(stream.text()).not.toContain('secret');
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(stream.listeners.size).toBe(1);
  });

  it('answers a gap with "reload"', async () => {
    const stream = await open();
    stream.tell('gap');
    await expect.poll(stream.text).toContain('event: reload\n');
  });

  it('shows that it lives, whatever becomes of the questions', async () => {
    const stream = await open({ validUntil: () => new Promise(() => {}) });
    for (let count = 1; count <= 3; count += 1) {
      stream.clock.beat();
      await expect.poll(() => stream.text().split('event: beat\ndata: {}\n\n').length - 1).toBe(count);
    }
  });

  it('asks again by itself, and ends with the session of the caller', async () => {
    let isValid = true;
    const stream = await open({ validUntil: async () => (isValid ? Infinity : undefined) });
    stream.clock.judge();
    await expect.poll(stream.text).toContain(': judged');
    isValid = false;
    await expect
      .poll(() => {
        stream.clock.judge();
        return stream.isOver();
      })
      .toBe(true);
    await expect.poll(() => stream.listeners.size).toBe(0);
  });

  it('ends at once when a change ended the session, and nothing that comes meanwhile ends the process', async () => {
    let until: number | undefined = Infinity;
    const stream = await open({ concerns: ({ table }) => table === 'sessions', validUntil: async () => until });
    until = undefined;
    for (let count = 0; count < 50; count += 1) {
      stream.tell({ table: 'sessions', ids: ['mine'], tx: '1' });
      await Promise.resolve();
      stream.tell({ table: 'checks', ids: ['a'], tx: '2' });
    }
    await expect.poll(stream.isOver).toBe(true);
    expect(stream.listeners.size).toBe(0);
  });

  it('judges its reader when it opens: the right may have ended while the request was checked', async () => {
    const stream = await open({ validUntil: async () => undefined });
    await expect.poll(stream.isOver).toBe(true);
  });

  it('judges its reader after a gap, in which the end of the right may have been said', async () => {
    let until: number | undefined = Infinity;
    const stream = await open({ validUntil: async () => until });
    await expect.poll(stream.text).toContain(': judged');
    until = undefined;
    stream.tell('gap');
    await expect.poll(stream.isOver).toBe(true);
  });

  it('asks again at the moment at which the right ends, and goes on where it was prolonged', async () => {
    let until = systemClock.now() + 60_000;
    const stream = await open({ validUntil: async () => until });
    await expect.poll(() => stream.clock.delay()).toBeLessThan(20_001);
    until = systemClock.now() + 5_000;
    stream.clock.judge();
    await expect.poll(() => stream.clock.delay()).toBeLessThanOrEqual(5_000);
    until = systemClock.now() + 60_000;
    stream.clock.judge();
    await expect.poll(() => stream.clock.delay()).toBe(20_000);
    expect(stream.isOver()).toBe(false);
    until = systemClock.now();
    stream.clock.judge();
    await expect.poll(stream.isOver).toBe(true);
  });

  it('asks again in a second where the database could not say', async () => {
    let fails = true;
    const stream = await open({
      validUntil: async () => {
        if (fails) throw new Error('no connection');
        return undefined;
      },
    });
    await expect.poll(() => stream.clock.delay()).toBeLessThanOrEqual(1_000);
    expect(stream.isOver()).toBe(false);
    fails = false;
    stream.clock.judge();
    await expect.poll(stream.isOver).toBe(true);
  });

  it('asks once more for what is said while it asks', async () => {
    let asked = 0;
    let answer = (_: number | undefined) => {};
    const stream = await open({
      concerns: () => true,
      validUntil: () => {
        asked += 1;
        return new Promise((resolve) => (answer = resolve));
      },
    });
    for (let count = 0; count < 3; count += 1) stream.tell({ table: 'sessions', ids: ['mine'], tx: '1' });
    expect(asked).toBe(1);
    answer(Infinity);
    await expect.poll(() => asked).toBe(2);
    answer(undefined);
    await expect.poll(stream.isOver).toBe(true);
    expect(asked).toBe(2);
  });

  it('is forgotten when the browser goes away', async () => {
    const stream = await open();
    expect(stream.listeners.size).toBe(1);
    expect(stream.open.size).toBe(1);
    stream.response.destroy();
    await expect.poll(() => stream.listeners.size).toBe(0);
    expect(stream.open.size).toBe(0);
  });

  it('ends with the server, which writes nothing after it', async () => {
    const stream = await open();
    for (const end of stream.open) end();
    stream.tell('gap');
    await expect.poll(stream.isOver).toBe(true);
    expect(stream.open.size).toBe(0);
  });
});
