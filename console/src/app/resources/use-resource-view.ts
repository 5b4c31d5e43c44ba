import { useLocation, useNavigate, useSearch } from '@tanstack/react-router';
import { type Address, writeAddress } from '../address.ts';

/** What a page of a resource shows; all of it stands in the address. */
export function useResourceView() {
  const address: Address = useSearch({ strict: false });
  const path = useLocation({ select: ({ pathname }) => pathname });
  const navigate = useNavigate();
  const tabAddress = (tab: string | undefined): Address => (tab === undefined ? {} : { tab });
  return {
    /** The type of the one that is being added, `any` while it is being chosen. */
    add: address['add'],
    tab: address['tab'],
    editor: address['editor'] === 'code' ? ('code' as const) : ('form' as const),
    hrefOf: (tab: string | undefined) => path + writeAddress(tabAddress(tab)),
    showTab: (tab: string | undefined) => void navigate({ to: '.', search: tabAddress(tab) }),
    showEditor: (editor: 'form' | 'code') =>
      void navigate({
        to: '.',
        replace: true,
        search: ({ editor: _, ...others }: Address) => (editor === 'code' ? { ...others, editor } : others),
      }),
  };
}
