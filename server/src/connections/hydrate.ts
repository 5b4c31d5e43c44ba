import { compile, ExpressionError } from '@watchroom/expressions';
import { type Connection, UnusableConnection } from '../platform/references/connection.ts';
import type { Entry } from '../platform/kinds/validate.ts';
import { validateLeniently } from '../platform/kinds/validate.ts';
import { isEntry } from '../platform/kinds/validate.ts';
import { secretTextsIn } from '../platform/secrets/secret-texts.ts';
import { secretsOfEntry } from '../platform/secrets/spec-secrets.ts';
import { schemaOf } from './entry.ts';
import { registry } from './kinds/registry.generated.ts';

interface Stored {
  readonly id: string | undefined;
  readonly name: string;
  readonly namespace: string;
  readonly type: string;
  /** In clear. */
  readonly entry: Entry;
}

const REFERENCE = /^(?:secret|configmap|helm|serviceaccount):\/\//;
/** Milliseconds of processor time. */
const LIMITS = { time: 300 };

/** Makes a stored connection ready for use (response reference 4.3). @throws UnusableConnection */
export function hydrate({ id, name, namespace, type, entry }: Stored): Connection {
  const kind = registry.kindOf(type);
  if (!kind)
    throw new UnusableConnection(
      `The connection ${namespace}/${name} has the type "${type}", which this server does not have`,
    );
  // Without properties their defaults would not come.
  const validated = validateLeniently(kind, { properties: {}, ...entry });
  if (!validated.ok) {
    const [field, reason] = Object.entries(validated.errors)[0] ?? ['', 'is not valid'];
    throw new UnusableConnection(`The connection ${namespace}/${name} is not valid: ${field}: ${reason}`);
  }
  const spec = isEntry(validated.spec) ? validated.spec : {};
  const given = isEntry(spec['properties']) ? spec['properties'] : {};
  const plain = (field: string, value: unknown): string => {
    const text = typeof value === 'string' ? value : '';
    if (REFERENCE.test(text))
      throw new UnusableConnection(
        `${field} of the connection ${namespace}/${name} refers to ${text.split('://')[0]}://, which this server cannot read yet`,
      );
    return text;
  };
  const username = plain('username', spec['username']);
  const password = plain('password', spec['password']);
  const about = { name, type, namespace, domain: domainOf(username) };
  const raw = Object.fromEntries(Object.entries(given).map(([key, value]) => [key, plain(`properties.${key}`, value)]));
  const properties = Object.fromEntries(
    Object.entries(raw).map(([key, value]) => [
      key,
      rendered(value, `properties.${key}`, { ...raw, ...about, username, password, properties: raw }),
    ]),
  );
  const login = {
    username: encodeURIComponent(username.toWellFormed()),
    password: encodeURIComponent(password.toWellFormed()),
  };
  const template = plain('url', spec['url']) || (kind.url ?? '');
  const url = rendered(template, 'url', { ...properties, ...about, ...login, properties });
  const secrets = new Set([...secretsOfEntry(schemaOf(type), entry), ...secretTextsIn(url)]);
  return {
    id,
    name,
    namespace,
    type,
    url,
    username,
    password,
    certificate: plain('certificate', spec['certificate']),
    insecureTls: spec['insecure_tls'] === true,
    properties,
    secrets,
  };

  function rendered(text: string, field: string, env: Readonly<Record<string, unknown>>): string {
    if (!/\$\(|\{\{/.test(text)) return text.trim();
    try {
      const program = compile('template', text, { variables: Object.keys(env), limits: LIMITS });
      return program.render(env).trim();
    } catch (error) {
      if (!(error instanceof ExpressionError)) throw error;
      throw new UnusableConnection(`${field} of the connection ${namespace}/${name}: ${error.message}`, {
        cause: error,
      });
    }
  }
}

/** `DOMAIN\user` and `user@domain`. */
function domainOf(username: string): string {
  const [before, after] = username.split('\\');
  if (after !== undefined) return before ?? '';
  return username.includes('@') ? username.slice(username.lastIndexOf('@') + 1) : '';
}
