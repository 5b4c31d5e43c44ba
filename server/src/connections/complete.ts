import { CatalogueError } from '../platform/http/errors.ts';
import { errorsIn } from '../platform/kinds/read.ts';
import type { Entry } from '../platform/kinds/validate.ts';
import { HIDDEN } from '../platform/secrets/hidden.ts';
import { restoreEntrySecrets } from '../platform/secrets/spec-secrets.ts';

import { decoded } from '../platform/text/decoded.ts';
import { schemaOf } from './entry.ts';
import { registry } from './kinds/registry.generated.ts';

/** What clients of the wire contract are shown in place of a secret, and send back. */
const MASK = '***';

interface Sent {
  readonly type: string;
  readonly name: string;
  readonly namespace: string;
  readonly entry: Entry;
}

/**
 * Judges what a person wrote as strictly as a form, and puts the stored secrets back where they left them hidden.
 * @param stored in clear; empty for a new one.
 * @throws CatalogueError invalid_input with fields.
 */
export function completeEntry({ type, name, namespace, entry }: Sent, stored: Entry): Entry {
  const kind = registry.kindOf(type);
  if (!kind) {
    const reason = `There is no connection type "${type}"`;
    throw new CatalogueError('invalid_input', `type: ${reason}.`, { fields: { type: reason } });
  }
  const schema = schemaOf(type);
  // So that errors name the properties that are missing.
  const whole = schema?.required?.includes('properties') ? { properties: {}, ...entry } : entry;
  const restored = restoreEntrySecrets(schema, unmasked(withoutDerivedUrl(type, whole)), stored);
  const complete = withLoginApart(type, restored);
  const errors = errorsIn(registry, { type, name, namespace, ...complete });
  const [first] = Object.entries(errors);
  if (first) throw new CatalogueError('invalid_input', `${first[0]}: ${first[1]}`, { fields: errors });
  return complete;
}

/** Old clients build the address of such a type themselves; ours is made when it is used. */
function withoutDerivedUrl(type: string, entry: Entry): Entry {
  const { url: _, ...others } = entry;
  return schemaOf(type)?.properties?.['url'] ? entry : others;
}

function unmasked(entry: Entry): Entry {
  const values = Object.entries(entry).map(([key, value]) => [key, value === MASK ? HIDDEN : value] as const);
  return Object.fromEntries(values);
}

/** The login of an address belongs into the fields that are made for it, where the type has them and they are empty. */
export function withLoginApart(type: string, entry: Entry): Entry {
  const { url, username, password } = entry;
  const columns = schemaOf(type)?.properties ?? {};
  if (typeof url !== 'string' || username !== undefined || password !== undefined) return entry;
  if (!columns['username'] || !columns['password'] || /\$\(|\{\{/.test(url) || !URL.canParse(url)) return entry;
  const login = new URL(url);
  if (login.username === '' && login.password === '') return entry;
  const [user, word] = [decoded(login.username), decoded(login.password)];
  // Cut out of the text: what a parser writes back may differ in more than the login.
  const bare = url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/?#]*@/i, '$1');
  return { ...entry, url: bare, ...(user && { username: user }), ...(word && { password: word }) };
}
