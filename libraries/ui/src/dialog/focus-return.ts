import { useEffect, useState } from 'react';

/** Where the focus of the dialog that has just closed goes, unless another one follows at once and takes it over. */
let waiting: HTMLElement | undefined;

/**
 * Gives the focus back to what opened the dialog. One that follows another (loading, then loaded; kind, then form)
 * returns to where the first was opened; one over another returns into that one.
 */
export function useFocusReturn(): void {
  // While drawing: afterwards the focus may be in the dialog already.
  const [active] = useState(() => document.activeElement);
  useEffect(() => {
    const isPlace = active instanceof HTMLElement && active.isConnected && active !== document.body;
    const opener = isPlace ? active : waiting;
    waiting = undefined;
    return () => {
      waiting = opener;
      setTimeout(() => {
        if (waiting !== opener) return;
        waiting = undefined;
        // Where a new page or another dialog has the focus already, it stays.
        if (document.activeElement && document.activeElement !== document.body) return;
        (opener?.isConnected ? opener : document.querySelector('main'))?.focus({ preventScroll: true });
      });
    };
  }, [active]);
}
