import { dropPassword } from '../../app/address.ts';

/** What stood in the address of the page and must not stay there. */
export interface AddressSecrets {
  /** Of `/login?username=…&password=…`. */
  readonly credentials?: undefined | { readonly identifier: string; readonly password: string };
  /** Of a link in a mail. */
  readonly token?: string | undefined;
}

const NAMES = ['username', 'identifier', 'email'] as const;

/** Takes name, password and token out of an address. @returns what they were, and the address without them. */
export function splitAddress(address: URL): { readonly secrets: AddressSecrets; readonly rest: URL } {
  const rest = new URL(address);
  const take = (name: string) => {
    const value = rest.searchParams.get(name) ?? '';
    rest.searchParams.delete(name);
    return value;
  };
  const path = address.pathname.replace(/\/+$/, '');
  if (path === '/login') {
    const identifier = NAMES.map(take).find((value) => value !== '') ?? '';
    const password = take('password');
    dropPassword(rest);
    return { secrets: identifier && password ? { credentials: { identifier, password } } : {}, rest };
  }
  if (path === '/recovery' || path === '/verification') {
    const token = take('token');
    dropPassword(rest);
    return { secrets: token ? { token } : {}, rest };
  }
  dropPassword(rest);
  return { secrets: {}, rest };
}

/** The same for this page: its address and its entry in the history hold nothing any more. */
export function takeAddressSecrets(): AddressSecrets {
  const { secrets, rest } = splitAddress(new URL(location.href));
  if (rest.href !== location.href) history.replaceState(history.state, '', rest);
  return secrets;
}
