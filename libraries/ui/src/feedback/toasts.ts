export interface Toast {
  readonly id: string;
  readonly message: string;
  readonly tone: 'info' | 'unhealthy';
  readonly action?: ToastAction;
  /** It stays until {@link closeToast}, and nobody can send it away. */
  readonly isLasting?: boolean;
}

interface ToastAction {
  readonly label: string;
  readonly run: () => void;
}

/** Milliseconds on screen, not counted while a person reads it. */
const LIFE = 5_000;
/** Of one that can be undone: long enough to notice what a wrong press did. */
const LIFE_WITH_ACTION = 30_000;
/** On screen at once; the others wait for a place. */
const MOST = 4;

let toasts: readonly Toast[] = [];
let shown: readonly Toast[] = [];
let count = 0;
const listeners = new Set<() => void>();
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const held = new Map<string, ReadonlySet<Hold>>();

/** Why a toast stays: the pointer is on it, or the focus is in it. */
type Hold = 'pointer' | 'focus';

/** A toast of 5 seconds. One of the same `id`, or of the same words, takes the place of the older one instead of piling up. */
export function toast(message: string, id?: string): void {
  show({ message, tone: 'info' }, id);
}

export function toastError(message: string, id?: string): void {
  show({ message, tone: 'unhealthy' }, id);
}

/** A toast of 30 seconds with one button, for example "Undo". F8 leads there. */
export function toastWithAction(message: string, action: ToastAction): void {
  show({ message, tone: 'info', action });
}

/** A toast that stays as long as what it says is true; the one who shows it closes it. */
export function toastState(message: string, id: string): void {
  show({ message, tone: 'unhealthy', isLasting: true }, id);
}

export function closeToast(id: string): void {
  clearTimeout(timers.get(id));
  timers.delete(id);
  held.delete(id);
  publish(toasts.filter((each) => each.id !== id));
}

/** A toast stays while a person points at it or has the focus in it. */
export function holdToast(id: string, why: Hold): void {
  clearTimeout(timers.get(id));
  held.set(id, new Set([...(held.get(id) ?? []), why]));
}

/** Once nothing holds it any more, its time begins again. */
export function releaseToast(id: string, why: Hold): void {
  const others = new Set([...(held.get(id) ?? [])].filter((each) => each !== why));
  held.set(id, others);
  if (others.size === 0 && timers.has(id)) begin(id);
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Those on screen, the oldest first. */
export function currentToasts(): readonly Toast[] {
  return shown;
}

function show(given: Omit<Toast, 'id'>, id?: string): void {
  const same = toasts.find((each) =>
    id === undefined ? each.message === given.message && each.tone === given.tone : each.id === id,
  );
  if (!same) return publish([...toasts, { ...given, id: id ?? nextId() }]);
  publish(toasts.map((each) => (each === same ? { ...given, id: same.id } : each)));
  if (timers.has(same.id) && !held.get(same.id)?.size) begin(same.id);
}

/** The time of a toast begins when it comes on screen. */
function publish(next: readonly Toast[]): void {
  toasts = next;
  shown = next.slice(0, MOST);
  for (const { id, isLasting } of shown) if (!isLasting && !timers.has(id)) begin(id);
  for (const listener of listeners) listener();
}

function begin(id: string): void {
  clearTimeout(timers.get(id));
  timers.set(
    id,
    setTimeout(() => closeToast(id), toasts.find((each) => each.id === id)?.action ? LIFE_WITH_ACTION : LIFE),
  );
}

function nextId(): string {
  count += 1;
  return `toast-${count}`;
}
