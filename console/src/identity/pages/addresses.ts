import { parseAddress, safeReturnPath, writeAddress } from '../../app/address.ts';

/** Another of these pages, which leads on to where this one does. */
export function otherPage(path: string): string {
  const returnTo = parseAddress(location.search)['return_to'];
  return path + writeAddress({ return_to: returnTo });
}

/** Where this page leads when it is done. */
export function returnPath(): string {
  return safeReturnPath(parseAddress(location.search)['return_to']);
}
