import { useState } from 'react';

/** Remembers what had the focus when a dialog opened; the function gives the focus back. */
export function useOpener(): () => void {
  const [opener] = useState(() => document.activeElement);
  return () => {
    if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
  };
}
