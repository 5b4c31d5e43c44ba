import { useEffect } from 'react';

let opener: HTMLElement | null = null;

/**
 * Gives the focus back to what opened the dialog, once no dialog is left: a dialog that follows another one (loading,
 * then loaded; kind, then form) returns to where the first was opened.
 */
export function useFocusReturn(): void {
  useEffect(() => {
    const active = document.activeElement;
    if (active instanceof HTMLElement && active !== document.body && !active.closest('[role="dialog"]'))
      opener = active;
    return () => {
      setTimeout(() => {
        if (document.querySelector('[role="dialog"]') || !opener?.isConnected) return;
        opener.focus({ preventScroll: true });
        opener = null;
      });
    };
  }, []);
}
