import { useEffect, useRef } from 'react';

/** Whether a key press belongs to a field, a menu or a dialog rather than to the page. */
export function isTyping(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  if (document.querySelector('[role="dialog"]')) return true;
  return target?.closest('input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"]') != null;
}

/** Calls back for plain keys that no field, menu or dialog claims. The handler returns true when it used the key. */
export function usePageKeys(handle: (key: string) => boolean): void {
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (!event.defaultPrevented && !isTyping(event) && latest.current(event.key)) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
