import type { OidcProvider } from './provider.ts';
import { isSafeAddress } from './safe-address.ts';

/** One provider of the file, with whatever stands there. */
export type Entry = Readonly<Record<string, unknown>>;

const KNOWN = ['id', 'label', 'preset', 'issuer', 'clientId', 'clientSecret', 'scopes', 'tenant'] as const;
type Field = (typeof KNOWN)[number];

/** As other programs spell it. */
const SPELLINGS: Readonly<Record<string, Field>> = { client_id: 'clientId', client_secret: 'clientSecret' };

const PRESETS = ['github', 'google', 'microsoft'] as const;
const LABELS: Readonly<Record<string, string>> = { github: 'GitHub', google: 'Google', microsoft: 'Microsoft' };

const ID = /^[a-z0-9][a-z0-9-]{0,39}$/;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const DISCOVERY = /\/\.well-known\/openid-configuration\/?$/;

/** @returns the provider, or what is wrong: each sentence without its subject and full stop. */
export function readProvider(entry: Entry): OidcProvider | string[] {
  const problems: string[] = [];
  const given = namedFields(entry, problems);
  const text = (field: Field): string => {
    const value = given[field] ?? '';
    if (typeof value === 'string') return value.trim();
    problems.push(`has a ${field} that is not text`);
    return '';
  };
  const id = text('id');
  if (!ID.test(id)) problems.push('needs an id of lower-case letters, digits and dashes, at most 40');
  const preset = text('preset').toLowerCase();
  if (preset !== '' && !PRESETS.some((name) => name === preset))
    problems.push(`has the preset "${preset}"; use ${PRESETS.join(', ')}, or none and an issuer`);
  const issuer = issuerOf(preset, text('issuer').replace(DISCOVERY, ''), text('tenant'), problems);
  const [clientId, clientSecret] = [text('clientId'), text('clientSecret')];
  if (clientId === '') problems.push('needs a clientId');
  if (clientSecret === '') problems.push('needs a clientSecret');
  const scopes = scopesOf(given['scopes'], problems);
  if (problems.length > 0) return problems;
  const dialect = preset === 'github' ? 'github' : 'oidc';
  return {
    id,
    label: text('label') || (LABELS[preset] ?? id),
    dialect,
    issuer,
    clientId,
    clientSecret,
    scopes: [
      ...new Set(
        dialect === 'github'
          ? ['user:email', ...scopes]
          : ['openid', ...(scopes.length > 0 ? scopes : ['email', 'profile'])],
      ),
    ],
  };
}

function namedFields(entry: Entry, problems: string[]): Partial<Record<Field, unknown>> {
  const fields: Partial<Record<Field, unknown>> = {};
  for (const [key, value] of Object.entries(entry)) {
    const field = KNOWN.find((name) => name === key) ?? SPELLINGS[key];
    if (field === undefined) problems.push(`has "${key}", which is no setting; there are ${KNOWN.join(', ')}`);
    else if (field in fields) problems.push(`has its ${field} twice`);
    else fields[field] = value;
  }
  return fields;
}

function issuerOf(preset: string, issuer: string, tenant: string, problems: string[]): string {
  if (tenant !== '' && preset !== 'microsoft') problems.push('has a tenant, which only the preset microsoft uses');
  if (preset === 'google' || preset === 'microsoft') {
    if (issuer !== '') problems.push(`has an issuer, which the preset ${preset} sets itself`);
    if (preset === 'google') return 'https://accounts.google.com';
    // "common" and its like stand for every directory there is: whoever owns one could issue tokens with any address in them.
    if (!GUID.test(tenant))
      problems.push(
        'needs as tenant the Directory (tenant) ID of one directory, such as 01234567-89ab-cdef-0123-456789abcdef; "common", "organizations", "consumers" and domain names do not name one issuer',
      );
    return `https://login.microsoftonline.com/${tenant.toLowerCase()}/v2.0`;
  }
  if (preset === 'github' && issuer === '') return 'https://github.com';
  if (issuer === '') problems.push('needs an issuer, such as https://accounts.example.com, or a preset');
  else if (!isIssuer(issuer))
    problems.push(
      'has an issuer that is not safe to ask: use https://, or http:// for a provider on this machine (localhost, 127.0.0.1, [::1]), without user, query and fragment',
    );
  return issuer;
}

function isIssuer(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return isSafeAddress(text) && username === '' && password === '' && search === '' && hash === '';
}

/** A list, or words in one line. */
function scopesOf(given: unknown, problems: string[]): readonly string[] {
  const words = typeof given === 'string' ? given.split(/[\s,]+/) : (given ?? []);
  const isList = Array.isArray(words) && words.every((word) => typeof word === 'string');
  if (isList) return words.map((word) => word.trim()).filter((word) => word !== '');
  problems.push('has scopes that are not a list of words');
  return [];
}
