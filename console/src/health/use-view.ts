import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { type Address, writeAddress } from '../app/address.ts';
import { changeView, type HealthView, readView, writeView } from './view.ts';

/** Changes the address; `replace` keeps the step out of the history (typing, paging). */
export type ChangeView = (change: Partial<HealthView>, options?: { readonly replace?: boolean }) => void;

export function useHealthView(): readonly [HealthView, ChangeView] {
  const address: Address = useSearch({ strict: false });
  const navigate = useNavigate();
  const view = useMemo(() => readView(address), [address]);
  const change = useCallback<ChangeView>(
    (next, { replace = false } = {}) =>
      void navigate({
        to: '/health',
        replace,
        // From the newest address, so that two changes in one moment do not undo each other.
        search: (current: Address) => writeView(changeView(readView(current), next)),
      }),
    [navigate],
  );
  return [view, change];
}

/** The address of the same page after a change, for example with one check open. */
export function hrefOfView(view: HealthView, change: Partial<HealthView>): string {
  return `/health${writeAddress(writeView(changeView(view, change)))}`;
}
