import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { closeToast, currentToasts, holdToast, releaseToast, toast, toastError, toastWithAction } from './toasts.ts';

const words = () => currentToasts().map(({ message }) => message);
const idOf = (message: string) => currentToasts().find((each) => each.message === message)?.id ?? '';

describe('a toast', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    while (currentToasts()[0]) closeToast(currentToasts()[0]?.id ?? '');
    vi.useRealTimers();
  });

  it('lives for five seconds', () => {
    toast('saved');
    vi.advanceTimersByTime(4_999);
    expect(words()).toEqual(['saved']);
    vi.advanceTimersByTime(1);
    expect(words()).toEqual([]);
  });

  it('lives for thirty seconds when it offers to undo something', () => {
    toastWithAction('deleted', { label: 'Undo', run: vi.fn() });
    vi.advanceTimersByTime(29_999);
    expect(words()).toEqual(['deleted']);
    vi.advanceTimersByTime(1);
    expect(words()).toEqual([]);
  });

  it('waits while it is pointed at or has the focus, and begins its time again after both', () => {
    toast('read me');
    holdToast(idOf('read me'), 'pointer');
    holdToast(idOf('read me'), 'focus');
    vi.advanceTimersByTime(60_000);
    releaseToast(idOf('read me'), 'focus');
    vi.advanceTimersByTime(60_000);
    expect(words()).toEqual(['read me']);
    releaseToast(idOf('read me'), 'pointer');
    vi.advanceTimersByTime(4_999);
    expect(words()).toEqual(['read me']);
    vi.advanceTimersByTime(1);
    expect(words()).toEqual([]);
  });

  it('stands once however often it is said, and its time begins again', () => {
    toast('saved');
    vi.advanceTimersByTime(4_000);
    toast('saved');
    vi.advanceTimersByTime(4_000);
    expect(words()).toEqual(['saved']);
    toastError('saved');
    expect(words()).toEqual(['saved', 'saved']);
  });

  it('takes the place of the one with its id', () => {
    toast('Copied to clipboard', 'clipboard');
    toastError('Failed to copy to clipboard', 'clipboard');
    expect(words()).toEqual(['Failed to copy to clipboard']);
  });

  it('does what was offered last when the same words come again', () => {
    const [first, second] = [vi.fn(), vi.fn()];
    toastWithAction('deleted', { label: 'Undo', run: first });
    toastWithAction('deleted', { label: 'Undo', run: second });
    expect(currentToasts().map(({ action }) => action?.run)).toEqual([second]);
  });

  it('waits for a place while four are there, and its five seconds begin with it', () => {
    for (const message of ['a', 'b', 'c', 'd', 'e']) toast(message);
    expect(words()).toEqual(['a', 'b', 'c', 'd']);
    vi.advanceTimersByTime(3_000);
    closeToast(idOf('b'));
    expect(words()).toEqual(['a', 'c', 'd', 'e']);
    vi.advanceTimersByTime(2_000);
    expect(words()).toEqual(['e']);
    vi.advanceTimersByTime(3_000);
    expect(words()).toEqual([]);
  });
});
