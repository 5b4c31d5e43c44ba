import { z } from 'zod';
import { secretTextsIn } from '../secrets/secret-texts.ts';
import { decoded } from '../text/decoded.ts';
import type { Connection } from './connection.ts';

/** `connection://` with one to three parts, an id, or another address. Empty is no connection. */
const REFERENCE =
  /^(?:connection:\/\/[^/]+(?:\/[^/]+){0,2}|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?!connection:)[a-z][a-z0-9+.-]*:\/\/[^\s/?#]\S*|)$/;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const SCHEME = 'connection://';

/** A field that names a connection (response reference 4.4). */
export const connectionReference = z
  .string()
  .max(8_192)
  .regex(REFERENCE, 'Write connection://<namespace>/<name>, the id of a connection, or an address');

export const isId = (reference: string): boolean => ID.test(reference);

/** The parts of `connection://…`; undefined for another form. */
export function partsOf(reference: string): readonly string[] | undefined {
  return reference.startsWith(SCHEME) ? reference.slice(SCHEME.length).split('/').map(decoded) : undefined;
}

/** An address as a connection of its own, with the login taken out of it; undefined for what is no address. */
export function connectionAt(address: string): Connection | undefined {
  if (address.startsWith(SCHEME) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const [username, password] = [decoded(url.username), decoded(url.password)];
  url.username = '';
  url.password = '';
  return {
    id: undefined,
    name: url.host,
    namespace: '',
    type: url.protocol.slice(0, -1),
    url: url.href,
    username,
    password,
    certificate: '',
    insecureTls: false,
    properties: {},
    secrets: new Set([...secretTextsIn(address), ...(password === '' ? [] : [password])]),
  };
}
