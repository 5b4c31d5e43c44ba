let isLeaving = false;

/**
 * Leaves the console for a page outside of it, once however many calls fail together. That page takes the place of the one
 * that could not be shown: going back from the sign-in must not lead to it again. Nothing of what was seen stays in memory.
 */
export function leaveTo(address: string): void {
  if (isLeaving) return;
  isLeaving = true;
  location.replace(address);
}
