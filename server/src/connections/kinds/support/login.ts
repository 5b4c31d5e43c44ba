import type { Connection } from '../../../platform/references/connection.ts';
import { decoded } from '../../../platform/text/decoded.ts';

/**
 * The address of a connection without its login, and the login: of the fields, else of the address.
 * @throws Error for what is no address.
 */
export function loginOf(connection: Pick<Connection, 'url' | 'username' | 'password'>): {
  readonly url: URL;
  readonly username: string;
  readonly password: string;
} {
  if (!URL.canParse(connection.url)) throw new Error('The URL is not a valid address');
  const url = new URL(connection.url);
  const username = connection.username || decoded(url.username);
  const password = connection.password || decoded(url.password);
  url.username = '';
  url.password = '';
  return { url, username, password };
}
