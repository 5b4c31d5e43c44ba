import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followChanges } from './change-stream.ts';
import type { Passed } from './event-stream.ts';

/** The browser's own class, of which Node has none: the test opens it, again after a loss, and sends through it. */
class FakeEventSource extends EventTarget {
  static OPEN = 1;
  static CLOSED = 2;
  static open: FakeEventSource[] = [];
  readyState = 1;
  onopen = () => {};
  onerror = () => {};
  constructor() {
    super();
    FakeEventSource.open.push(this);
  }
  send(type: string, data: unknown) {
    if (!FakeEventSource.open.includes(this)) return;
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
  /** An answer that is no stream: the browser gives up. */
  refuse() {
    this.close();
    this.readyState = FakeEventSource.CLOSED;
    this.onerror();
  }
  /** The connection broke: the browser would try again by itself. */
  lose() {
    this.readyState = 0;
    this.onerror();
  }
  close() {
    FakeEventSource.open = FakeEventSource.open.filter((source) => source !== this);
  }
}

const opened: Passed = { type: 'opened' };
const reload: Passed = { type: 'reload' };
const beat: Passed = { type: 'beat' };
const change: Passed = { type: 'change', message: { table: 'checks', ids: ['a'], tx: '7' } };
const leaving: (() => void)[] = [];

function openTab() {
  const heard: Passed[] = [];
  const close = followChanges((passed) => heard.push(passed));
  leaving.push(close);
  return { heard, close };
}

async function stream(): Promise<FakeEventSource> {
  await expect.poll(() => FakeEventSource.open).toHaveLength(1);
  const [source] = FakeEventSource.open;
  if (!source) throw new Error('the stream closed meanwhile');
  return source;
}

/** What the server answers when it is asked whether it is there; undefined is nothing at all. */
let status: number | undefined;

beforeEach(() => {
  FakeEventSource.open = [];
  status = 200;
  vi.stubGlobal('EventSource', FakeEventSource);
  vi.stubGlobal('addEventListener', () => undefined);
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.stubGlobal('fetch', async () => {
    if (status === undefined) throw new TypeError('no connection');
    return new Response('{}', { status });
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
});
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the change stream', () => {
  it('is held by one tab, which passes on what it hears to the others', async () => {
    const [first, second] = [openTab(), openTab()];
    const source = await stream();
    source.onopen();
    source.send('change', change.message);
    await expect.poll(() => second.heard).toEqual([opened, change]);
    expect(first.heard).toEqual([opened, change]);
    expect(FakeEventSource.open).toHaveLength(1);
  });

  it('asks to reload when it is refused, so that who may not listen any more sees nothing any more, and tries again', async () => {
    const { heard } = openTab();
    const source = await stream();
    source.onopen();
    source.refuse();
    expect(heard).toEqual([opened, reload]);
    expect(FakeEventSource.open).toEqual([]);
    await vi.advanceTimersByTimeAsync(3_000);
    const [again] = FakeEventSource.open;
    again?.onopen();
    expect(heard).toEqual([opened, reload, beat, reload]);
  });

  it('says since when the server is lost, to every tab, and hears within a second that it is back', async () => {
    const [first, second] = [openTab(), openTab()];
    const source = await stream();
    source.onopen();
    await vi.advanceTimersByTimeAsync(1_000);
    source.send('beat', {});
    const lost: Passed = { type: 'lost', since: Date.now() };
    status = undefined;
    source.lose();
    await vi.advanceTimersByTimeAsync(0);
    expect(first.heard).toEqual([opened, beat]);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(first.heard).toEqual([opened, beat, lost]);
    // A proxy in front of a server that starts.
    status = 502;
    await vi.advanceTimersByTimeAsync(1_000);
    expect(first.heard).toEqual([opened, beat, lost, lost]);
    status = 200;
    await vi.advanceTimersByTimeAsync(1_000);
    const [again] = FakeEventSource.open;
    again?.onopen();
    const all = [opened, beat, lost, lost, beat, reload];
    expect(first.heard).toEqual(all);
    await expect.poll(() => second.heard).toEqual(all);
  });

  it('asks a server that is silent, and believes its answer', async () => {
    const { heard } = openTab();
    const source = await stream();
    source.onopen();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(heard).toEqual([opened, beat]);
    FakeEventSource.open[0]?.onopen();
    expect(FakeEventSource.open).toHaveLength(1);
    expect(FakeEventSource.open[0]).not.toBe(source);
    expect(heard).toEqual([opened, beat, reload]);
  });

  it('believes no stream that goes on while the browser is offline and the server cannot be asked', async () => {
    const listen = vi.fn<(type: string, listener: () => void) => void>();
    vi.stubGlobal('addEventListener', listen);
    const { heard } = openTab();
    const source = await stream();
    source.onopen();
    const lost: Passed = { type: 'lost', since: Date.now() };
    status = undefined;
    const goOffline = listen.mock.calls.find(([type]) => type === 'offline')?.[1];
    goOffline?.();
    source.send('beat', {});
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual([opened, lost]);
  });

  it('is taken over from a tab that a browser has put to sleep', async () => {
    const asleep = navigator.locks
      .request('watchroom-changes', () => new Promise<never>(() => {}))
      .catch((error: Error) => error.name);
    const awake = openTab();
    await expect.poll(async () => (await navigator.locks.query()).pending).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(await asleep).toBe('AbortError');
    (await stream()).onopen();
    expect(awake.heard.at(-1)).toEqual(reload);
  });

  it('asks every tab to reload after a gap, told by the server or made by a lost connection', async () => {
    const [first, second] = [openTab(), openTab()];
    const source = await stream();
    source.onopen();
    source.send('reload', {});
    source.onopen();
    await expect.poll(() => second.heard).toEqual([opened, reload, reload]);
    expect(first.heard).toEqual([opened, reload, reload]);
  });

  it('passes to another tab when its holder closes, which reloads what may have changed in between', async () => {
    const first = openTab();
    const before = await stream();
    before.onopen();
    const second = openTab();
    await expect.poll(async () => (await navigator.locks.query()).pending).toHaveLength(1);
    first.close();
    await expect.poll(() => FakeEventSource.open[0] !== before && FakeEventSource.open.length === 1).toBe(true);
    const after = await stream();
    after.onopen();
    after.send('change', change.message);
    expect(second.heard.slice(-2)).toEqual([reload, change]);
    expect(first.heard).toEqual([opened]);
  });
});
