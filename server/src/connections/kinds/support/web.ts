import type { FieldRule } from '@watchroom/contract/kinds';
import type { Connection } from '../../../platform/references/connection.ts';
import { basicOf } from './ask-api.ts';

export const passwordNeedsName: FieldRule = {
  when: ['password'],
  require: ['username'],
  message: 'A password needs a user name',
};

/** Of types that sign in with a login or a bearer token. */
export const webLoginRules: readonly FieldRule[] = [
  { when: ['properties.bearer'], forbid: ['password'], message: 'Set either a password or a bearer token' },
  passwordNeedsName,
];

/** The header that carries the login or the bearer token; none without them. */
export function authorizationOf({
  username,
  password,
  properties: { bearer },
}: Connection): Readonly<Record<string, string>> {
  if (bearer) return { authorization: `Bearer ${bearer}` };
  return username ? { authorization: basicOf(username, password) } : {};
}

/**
 * The address with a path below its own; its own query is kept.
 * @param path with a query, without a slash in front.
 */
export function below(address: string, path: string): string {
  if (!URL.canParse(address)) throw new Error('The URL is not a valid address');
  const url = new URL(address);
  const [more = '', query] = path.split('?');
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/${more}`;
  for (const [name, value] of new URLSearchParams(query)) url.searchParams.set(name, value);
  return url.href;
}
