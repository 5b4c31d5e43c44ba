import { useEffect } from 'react';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The key that opens the palette, as it is written on the keyboard of the reader. */
export const PALETTE_KEY = isApple ? '⌘ K' : 'Ctrl K';

/** Calls back for the key of the palette, in fields and dialogs too. */
export function usePaletteKey(handle: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isPalette = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key === 'k';
      if (!isPalette) return;
      event.preventDefault();
      handle();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [handle]);
}
