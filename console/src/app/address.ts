/** View state in the address is flat text, so that a pasted link reads like a sentence and no value is taken for JSON. */
export type Address = Readonly<Record<string, string>>;

export function parseAddress(search: string): Address {
  return Object.fromEntries(new URLSearchParams(search));
}

export function writeAddress(address: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(address))
    if (typeof value === 'string' && value !== '') search.set(name, value);
  return search.size === 0 ? '' : `?${search}`;
}

/** Where to go after sign-in: a path of this console, never another site. */
export function safeReturnPath(asked: string | undefined): string {
  if (!asked?.startsWith('/') || !URL.canParse(asked, location.origin)) return '/';
  const url = new URL(asked, location.origin);
  const path = url.pathname + url.search + url.hash;
  // Two leading slashes (or a backslash, which browsers read as one) name another host.
  const isElsewhere = url.origin !== location.origin || /^[/\\]{2}/.test(path);
  return isElsewhere || ON_THE_WAY.test(url.pathname) ? '/' : path;
}

/** Pages that lead back themselves. */
const ON_THE_WAY = /^\/(login|registration|recovery|verification|auth-state-checker|error)(\/|$)/;

/** Takes a password, in any spelling of the parameter, and the name beside it out of an address that was typed or linked wrongly. */
export function dropPassword(address: URL): void {
  const names = [...address.searchParams.keys()];
  if (!names.some((name) => /^password$/i.test(name))) return;
  for (const name of names) if (/^(?:password|username)$/i.test(name)) address.searchParams.delete(name);
}
