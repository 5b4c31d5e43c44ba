import { useEffect, useId, useRef } from 'react';

/** The dialogs that are open, the topmost last. */
let open: readonly string[] = [];

/** What has an Esc of its own inside a dialog: an open menu, an open list of choices. */
const CLAIMS = '[data-mantine-stop-propagation="true"], .mantine-Popover-dropdown';

/** Calls back when Esc is pressed while this dialog is the topmost one and nothing inside it has used the key. */
export function useEscape(handle: () => void): void {
  const id = useId();
  const latest = useRef(handle);
  useEffect(() => {
    latest.current = handle;
  });
  useEffect(() => {
    open = [...open, id];
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented || open.at(-1) !== id) return;
      if (event.target instanceof Element && event.target.closest(CLAIMS)) return;
      event.preventDefault();
      latest.current();
    };
    document.addEventListener('keydown', listen);
    return () => {
      open = open.filter((each) => each !== id);
      document.removeEventListener('keydown', listen);
    };
  }, [id]);
}
