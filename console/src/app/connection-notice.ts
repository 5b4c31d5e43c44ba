import { clockTime, closeToast, toastState } from '@watchroom/ui';
import { useEffect } from 'react';
import { useLostSince } from './connection.ts';

/** Id of the notice, and of the error toasts of loads that nobody asked for, which say the same. */
const NOTICE = 'connection';
const OTHER_NOTICES = ['network', 'timeout', 'offline'];

/** While the server does not answer: says so, and greys what is shown (shell.module.css). */
export function useConnectionNotice(): void {
  const since = useLostSince();
  useEffect(() => {
    if (since === undefined) return;
    for (const id of OTHER_NOTICES) closeToast(id);
    toastState(`Not connected since ${clockTime(since)}. The page may be out of date.`, NOTICE);
    document.documentElement.dataset['disconnected'] = '';
    return () => {
      closeToast(NOTICE);
      delete document.documentElement.dataset['disconnected'];
    };
  }, [since]);
}
