import { IconAlertOctagon, IconX } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import classes from './feedback.module.css';
import { closeToast, currentToasts, holdToast, releaseToast, subscribeToToasts } from './toasts.ts';

/** The corner where toasts appear; announced without taking the focus. */
export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToToasts, currentToasts);
  return (
    <section className={classes['toasts']} aria-label="Notices" aria-live="polite">
      {toasts.map(({ id, message, tone, action }) => (
        <div
          key={id}
          className={classes['toast']}
          data-tone={tone}
          onPointerEnter={() => holdToast(id)}
          onPointerLeave={() => releaseToast(id)}
          onFocus={() => holdToast(id)}
          onBlur={() => releaseToast(id)}
        >
          {tone === 'unhealthy' && <IconAlertOctagon size={16} stroke={1.8} aria-hidden />}
          <span>{message}</span>
          {action && (
            <button
              type="button"
              className={classes['toastAction']}
              onClick={() => {
                closeToast(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}
          <button type="button" className={classes['toastClose']} aria-label="Close" onClick={() => closeToast(id)}>
            <IconX size={14} stroke={1.8} />
          </button>
        </div>
      ))}
    </section>
  );
}
