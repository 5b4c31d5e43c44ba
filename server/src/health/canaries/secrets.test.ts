import { describe, expect, it } from 'vitest';
import { CatalogueError } from '../../platform/http/errors.ts';
import type { Entry } from '../../platform/kinds/validate.ts';
import { HIDDEN } from '../../platform/secrets/hidden.ts';
import { refusePlaceholders } from '../../platform/secrets/spec-secrets.ts';
import { restoreSecrets, schemaOf, specWithoutSecrets } from './secrets.ts';

const page = {
  name: 'shop',
  url: 'https://ann:S3C-a@S3C-b@shop.example.com/health?x=a:b@c&token=S3C-c',
  password: { value: 'S3C-d' },
  headers: [
    { name: 'Authorization', value: 'Bearer S3C-e' },
    { name: 'X-Vault-Whatever', value: 'S3C-f' },
    { name: 'Accept', value: 'text/html' },
  ],
};
const oauth2 = { tokenURL: 'https://id.example.com/token', params: { audience: 'S3C-g' } };

// Everything secret holds the mark S3C.
const specs: Record<string, Entry> = {
  'a web page': { schedule: '@every 30s', http: [page] },
  'unnamed pages': {
    http: [
      { url: 'https://S3C@a/', oauth2 },
      { endpoint: 'http://b/?sig=S3C&page=2', awsSigV4: { accessKey: { value: 'id' }, secretKey: { value: 'S3C' } } },
    ],
  },
  'pages of the same name': {
    http: [
      { name: 'a', url: 'http://a/', password: { value: 'S3C-1' } },
      { name: 'a', url: 'http://b/', password: { value: 'S3C-2' } },
      { name: 'a', url: 'http://a/', password: { value: 'S3C-3' } },
    ],
  },
  'one entry where a list belongs': { http: { url: 'http://a/', password: 'S3C' } },
  'no entries where entries belong': { http: ['https://u:S3C@h/', { url: 'http://a/', password: ['S3C'] }] },
  'kinds that we do not have': {
    postgres: [{ name: 'db', connection: 'postgres://u:S3C@h/db', query: 'select 1' }],
    exec: [
      { script: 'x', env: [{ name: 'MY_TOKEN', value: 'S3C' }], auth: { credentials: { user: 'S3C', pass: 'S3C' } } },
    ],
    redis: [{ addr: 'h:6379', password: { valueFrom: { secretKeyRef: { name: 'shown', key: 'shown' } } } }],
    ldap: [{ host: 'h', headers: { 'X-Any': 'S3C', Accept: 'text/html' }, password: 'S3C', key: 'S3C' }],
    s3: { bucket: 'b', connectionSecretUrl: 'https://S3C/' },
  },
  'fields of the canary': { env: { TOKEN: { value: 'S3C' }, db: { value: 'mysql://u:S3C@h' } }, apiKey: 'S3C' },
  'misspelt fields': {
    http: [{ url: 'http://a/', apiToken: 'S3C', password: { vaule: 'S3C' }, body: '{"password":"S3C"}' }],
  },
  bodies: {
    http: [
      { name: 'numbers', url: 'http://a/', body: '{"secret":["S3C",{"a":"S3C"}],"n":1}' },
      { name: 'xml', url: 'http://a/', body: '<x:Password t="1">S3C</x:Password><n>1</n>' },
      { name: 'escaped', url: 'http://a/', body: '{"data":"{\\"password\\":\\"S3C\\"}"}' },
      { name: 'lines', url: 'http://a/', body: 'user: ann\npassword: S3C' },
    ],
  },
  'headers in a wrong shape': {
    http: [
      { url: 'http://a/', headers: [{ name: 'X-A', valeu: 'S3C' }, { 'X-A': 'S3C' }, { Name: 'X-A', Value: 'S3C' }] },
      { url: 'http://a/', headers: ['X-A: S3C', ['X-A: S3C']] },
      { url: 'http://a/', headers: 'X-A: S3C' },
      { url: 'http://a/', headers: { 'X-A': ['S3C', { Accept: 'S3C' }] } },
      { url: 'http://a/', headers: [{ name: ['S3C'], valueFrom: 'S3C' }, [{ name: 'X-A', value: 'S3C' }]] },
    ],
    ldap: [{ headers: ['X-A: S3C', { name: 'X-A', valeu: 'S3C' }, { 'X-A': { b: 'S3C' } }] }],
  },
  'names of secrets in several words': { smtp: [{ PASS_WORD: 'S3C', 'pass-word': 'S3C', pass_phrase: 'S3C' }] },
  'what only looks hidden': {
    http: [{ name: HIDDEN, url: 'http://a/', description: `see ${HIDDEN}`, password: { value: '' } }],
  },
};

describe.each(Object.entries(specs))('a spec with %s', (_, stored) => {
  const shown = specWithoutSecrets(stored);

  it('shows no secret', () => {
    expect(JSON.stringify(shown)).not.toContain('S3C');
  });

  it('is the stored one again when it is sent back unchanged', () => {
    expect(restoreSecrets(structuredClone(shown), stored)).toEqual(stored);
  });
});

it('keeps what is no secret', () => {
  const text = JSON.stringify(
    specWithoutSecrets({ http: [page], redis: specs['kinds that we do not have']?.['redis'] }),
  );
  expect(text).toContain(`https://ann:${HIDDEN}@shop.example.com/health?x=a:b@c&token=${HIDDEN}`);
  expect(text).toContain('text/html');
  expect(text).toContain('{"name":"shown","key":"shown"}');
  const header = { name: 'X-A', valueFrom: { secretKeyRef: { name: 'shown', key: 'shown' } } };
  const kept = { http: [{ url: 'http://a/', headers: [header, { Accept: 'text/html' }], bypass_window: '1h' }] };
  expect(specWithoutSecrets(kept)).toEqual(kept);
});

/** What is stored when somebody changes the shown spec like this. */
function edited<T extends Entry>(stored: T, change: (shown: T) => void): T {
  const shown = structuredClone(specWithoutSecrets(stored)) as T;
  change(shown);
  return restoreSecrets(shown, stored) as T;
}

/** The fields that are named when somebody changes the shown spec like this. */
function refusal<T extends Entry>(stored: T, change: (shown: T) => void): string[] {
  try {
    edited(stored, change);
  } catch (error) {
    return error instanceof CatalogueError ? Object.keys(error.fields ?? {}) : [String(error)];
  }
  return [];
}

describe('a hidden secret', () => {
  const plain = { ...page, url: 'https://shop.example.com/health' };
  type Page = typeof page & { oauth2?: typeof oauth2; description?: string };
  const first = (spec: { http: Page[] }): Page => spec.http[0] ?? page;
  const stored: { http: Page[] } = { http: [plain] };

  it('stays when another one is typed anew and when other fields change', () => {
    const result = edited({ http: [page] as Page[] }, (spec) => {
      Object.assign(first(spec), { name: 'renamed', description: 'new', password: { value: 'typed' } });
    });
    expect(result.http).toEqual([{ ...page, name: 'renamed', description: 'new', password: { value: 'typed' } }]);
  });

  it('stays with its check when a check of the same name and address is moved', () => {
    const result = edited(stored, (spec) =>
      spec.http.unshift({ ...first(spec), name: 'first', password: { value: 'n' }, headers: [] }),
    );
    expect(result.http[1]).toEqual(plain);
  });

  it('stays with its header when another is removed, and is not given to another name', () => {
    expect(first(edited(stored, (spec) => first(spec).headers.shift())).headers).toEqual(plain.headers.slice(1));
    const rename = (spec: typeof stored) => Object.assign(first(spec).headers[0] ?? {}, { name: 'Accept' });
    expect(refusal(stored, rename)).toEqual(['spec.http[0].headers.0.value']);
  });

  it.each<[string, (one: Page) => unknown, string]>([
    ['address', (one) => (one.url = 'https://evil.example.com/health'), 'password.value'],
    ['scheme', (one) => (one.url = 'http://shop.example.com/health'), 'password.value'],
    ['host behind a login', (one) => (one.url = 'https://evil:80\\@shop.example.com/health'), 'password.value'],
    [
      'field of the address',
      (one) => Object.assign(one, { url: undefined, endpoint: 'http://evil/' }),
      'password.value',
    ],
    ['name and address', (one) => Object.assign(one, { name: 'x', url: 'http://evil/' }), 'password.value'],
    ['token address', (one) => Object.assign(one, { oauth2: { tokenURL: 'http://evil/' } }), 'password.value'],
  ])('has to be typed again with another %s', (_, change, field) => {
    expect(refusal(stored, (spec: typeof stored) => change(first(spec)))).toEqual([`spec.http[0].${field}`]);
    expect(
      refusal({ http: [page] }, (spec: typeof stored) => (first(spec).url = first(spec).url.replace('shop.', 'evil.'))),
    ).toEqual(['spec.http[0].url']);
  });

  it('has to be typed again with another host in a connection of a kind that we do not have', () => {
    const db = { postgres: [{ name: 'db', connection: 'postgres://u:pw@h/db', password: 'pw' }] };
    const change = (host: string) => (spec: typeof db) =>
      Object.assign(spec.postgres[0] ?? {}, { connection: `postgres://u:${host}/db` });
    expect(refusal(db, change(`${HIDDEN}@evil`))).toEqual(['spec.postgres[0].connection']);
    expect(refusal(db, change('typed@evil'))).toEqual(['spec.postgres[0].password']);
  });

  it('is never stored as the placeholder', () => {
    expect(
      refusal({ http: [] }, (spec: { http: unknown[] }) => spec.http.push(specWithoutSecrets(stored)['http'])),
    ).not.toEqual([]);
    const { http } = specWithoutSecrets(stored);
    expect(() => refusePlaceholders(schemaOf('http'), (http as Entry[])[0] ?? {}, '')).toThrow(
      'password.value: type the secret again',
    );
  });

  // Comparing each with each takes minutes, longer than a test may.
  it('is found among thousands of checks of one name', () => {
    const many = { http: Array.from({ length: 5_000 }, (_, i) => ({ ...plain, url: `http://a/${i}` })) };
    const result = edited(many, (spec) => spec.http.reverse());
    expect(result.http).toEqual(many.http.toReversed());
  });
});
