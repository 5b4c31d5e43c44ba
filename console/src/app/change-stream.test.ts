import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { followChanges, type Passed } from './change-stream.ts';

/** The browser's own class, of which Node has none: the test opens it, again after a loss, and sends through it. */
class FakeEventSource extends EventTarget {
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
    this.dispatchEvent(new MessageEvent(type, { data: JSON.stringify(data) }));
  }
  /** An answer that is no stream: the browser gives up. */
  refuse() {
    this.close();
    this.readyState = FakeEventSource.CLOSED;
    this.onerror();
  }
  close() {
    FakeEventSource.open = FakeEventSource.open.filter((source) => source !== this);
  }
}

const opened: Passed = { type: 'opened' };
const reload: Passed = { type: 'reload' };
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

beforeEach(() => {
  FakeEventSource.open = [];
  vi.stubGlobal('EventSource', FakeEventSource);
});
afterEach(() => {
  for (const leave of leaving.splice(0)) leave();
  vi.unstubAllGlobals();
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
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    source.refuse();
    expect(heard).toEqual([opened, reload]);
    expect(FakeEventSource.open).toEqual([]);
    vi.advanceTimersByTime(3_000);
    const [again] = FakeEventSource.open;
    again?.onopen();
    expect(heard).toEqual([opened, reload, reload]);
    vi.useRealTimers();
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
