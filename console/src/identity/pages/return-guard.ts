const KEY = 'watchroom-returned';
/** Milliseconds in which a second return to one address means that the first one did not last. */
const SOON = 10_000;

/** Remembers that this tab is being led back to an address. */
export function noteReturn(to: string): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ to, at: Date.now() }));
  } catch {
    // Storage may be forbidden; then a loop is as slow as the pages that it leads through.
  }
}

/** Whether this tab was led to that address just now, and is here again. */
export function isReturning(to: string): boolean {
  try {
    const noted: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (typeof noted !== 'object' || noted === null || !('to' in noted) || !('at' in noted)) return false;
    return noted.to === to && typeof noted.at === 'number' && Date.now() - noted.at < SOON;
  } catch {
    return false;
  }
}
