import { IconAlertOctagon, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import classes from './feedback.module.css';
import { closeToast, currentToasts, holdToast, releaseToast, subscribeToToasts, type Toast } from './toasts.ts';

/** Leads to the newest toast from anywhere, out of a dialog too, which holds the Tab key. */
const KEY = 'F8';

/**
 * The corner where toasts appear. They are announced and never take the focus; F8 goes to the newest one, and its end
 * gives the focus back.
 */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  const corner = useRef<HTMLElement>(null);
  const before = useRef<HTMLElement>(null);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const newest = [...(corner.current?.querySelectorAll('[data-toast]') ?? [])].at(-1);
      if (event.key !== KEY || !newest) return;
      event.preventDefault();
      const active = document.activeElement;
      if (active instanceof HTMLElement && !corner.current?.contains(active)) before.current = active;
      newest.querySelector('button')?.focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  const close = (id: string) => {
    if (corner.current?.contains(document.activeElement) && before.current?.isConnected) before.current.focus();
    closeToast(id);
  };
  const listed = (tone: Toast['tone']) =>
    toasts
      .filter((each) => each.tone === tone)
      .map((each) => <ToastLine key={each.id} toast={each} onClose={() => close(each.id)} />);
  return (
    <section ref={corner} className={classes['toasts']} aria-label="Notifications">
      {/* Both stand from the beginning: what comes into them is announced, which is not sure of a region that comes with it. */}
      <div role="status">{listed('info')}</div>
      <div role="alert">{listed('unhealthy')}</div>
    </section>
  );
}

function ToastLine({ toast, onClose }: { readonly toast: Toast; readonly onClose: () => void }) {
  const { id, message, tone, action, isLasting = false } = toast;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- It waits while somebody is in it; what acts are its buttons.
    <div
      className={classes['toast']}
      data-toast
      data-tone={tone}
      onPointerEnter={() => holdToast(id, 'pointer')}
      onPointerLeave={() => releaseToast(id, 'pointer')}
      onFocus={() => holdToast(id, 'focus')}
      onBlur={() => releaseToast(id, 'focus')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isLasting) return;
        // Of the toast alone: a dialog under it stays.
        event.preventDefault();
        onClose();
      }}
    >
      {tone === 'unhealthy' && <IconAlertOctagon size={16} stroke={1.8} aria-hidden />}
      <span>{message}</span>
      {action && (
        <button
          type="button"
          className={classes['toastAction']}
          title="Press F8 to move here"
          onClick={() => {
            onClose();
            action.run();
          }}
        >
          {action.label}
        </button>
      )}
      {!isLasting && (
        <button type="button" className={classes['toastClose']} aria-label="Close" onClick={onClose}>
          <IconX size={14} stroke={1.8} />
        </button>
      )}
    </div>
  );
}
