export interface Toast {
  readonly id: string;
  readonly message: string;
  readonly tone: 'info' | 'unhealthy';
  readonly action?: { readonly label: string; readonly run: () => void };
}

const LIFE = 5_000;
const MOST = 4;

let toasts: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();

/** A toast of 5 seconds. The same `id` replaces an older one instead of piling up. */
export function toast(message: string, id?: string): void {
  show({ id: id ?? nextId(), message, tone: 'info' });
}

export function toastError(message: string, id?: string): void {
  show({ id: id ?? nextId(), message, tone: 'unhealthy' });
}

/** A toast with one button, for example "Undo". */
export function toastWithAction(message: string, action: { readonly label: string; readonly run: () => void }): void {
  show({ id: nextId(), message, tone: 'info', action });
}

export function closeToast(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  publish(toasts.filter((each) => each.id !== id));
}

/** A toast stays while a person points at it or has the focus in it. */
export function holdToast(id: string): void {
  clearTimeout(timers.get(id));
}

export function releaseToast(id: string): void {
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => closeToast(id), LIFE),
  );
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

function show(shown: Toast): void {
  publish([...toasts.filter((each) => each.id !== shown.id), shown].slice(-MOST));
  releaseToast(shown.id);
}

function publish(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

function nextId(): string {
  count += 1;
  return `toast-${count}`;
}
