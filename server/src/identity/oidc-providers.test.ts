import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError } from '../platform/config/setting.ts';
import { loadOidcProviders } from './oidc-providers.ts';

const folder = mkdtempSync(join(tmpdir(), 'oidc-providers-'));
const file = join(folder, 'oidc.yaml');
afterAll(() => rmSync(folder, { recursive: true }));

function load(text: string) {
  writeFileSync(file, text);
  return loadOidcProviders(file);
}

async function problemsOf(text: string): Promise<string[]> {
  const error: unknown = await load(text).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  return String(error).replace('ConfigError: ', '').replaceAll(file, 'FILE').split('\n');
}

const CLIENT = 'clientId: c, clientSecret: s';

describe('the file of providers', () => {
  it('may be absent, empty, or only comments', async () => {
    expect(await loadOidcProviders(undefined)).toEqual([]);
    for (const text of ['', '# none yet\n', '[]', 'providers: []']) expect(await load(text)).toEqual([]);
  });

  it('names a provider of any kind', async () => {
    const text = `
      - id: corp
        label: Corp Login
        issuer: https://login.corp.example/realms/main
        clientId: watchroom
        clientSecret: "s e c r e t"
        scopes: [email, profile, groups]`;
    expect(await load(text)).toEqual([
      {
        id: 'corp',
        label: 'Corp Login',
        dialect: 'oidc',
        issuer: 'https://login.corp.example/realms/main',
        clientId: 'watchroom',
        clientSecret: 's e c r e t',
        scopes: ['openid', 'email', 'profile', 'groups'],
      },
    ]);
  });

  it('knows GitHub, GitHub Enterprise, Google and one directory of Microsoft', async () => {
    const providers = await load(`
      - { id: github, preset: github, ${CLIENT} }
      - { id: ghe, preset: github, label: Ours, issuer: "https://git.example.com", ${CLIENT} }
      - { id: google, preset: Google, ${CLIENT} }
      - { id: ms, preset: microsoft, tenant: 01234567-89AB-cdef-0123-456789abcdef, ${CLIENT} }`);
    expect(providers.map(({ label, dialect, issuer }) => ({ label, dialect, issuer }))).toEqual([
      { label: 'GitHub', dialect: 'github', issuer: 'https://github.com' },
      { label: 'Ours', dialect: 'github', issuer: 'https://git.example.com' },
      { label: 'Google', dialect: 'oidc', issuer: 'https://accounts.google.com' },
      {
        label: 'Microsoft',
        dialect: 'oidc',
        issuer: 'https://login.microsoftonline.com/01234567-89ab-cdef-0123-456789abcdef/v2.0',
      },
    ]);
    expect(providers[0]?.scopes).toEqual(['user:email']);
    expect(providers[2]?.scopes).toEqual(['openid', 'email', 'profile']);
  });

  it('is read as people write it', async () => {
    const [provider] = await load(`
      providers:
        - id: corp
          issuer: " http://127.0.0.1:9000/.well-known/openid-configuration "
          client_id: 00123456789012345678
          client_secret: 1e5
          scopes: openid  email,groups`);
    expect(provider).toMatchObject({
      label: 'corp',
      issuer: 'http://127.0.0.1:9000',
      clientId: '00123456789012345678',
      clientSecret: '1e5',
      scopes: ['openid', 'email', 'groups'],
    });
  });

  it.each([
    ['http: to another machine', 'http://login.example.com'],
    ['a name that only looks like this machine', 'http://localhost.example.com'],
    ['another scheme', 'ftp://login.example.com'],
    ['a user', 'https://user:password@login.example.com'],
    ['a query', 'https://login.example.com/?a=b'],
    ['no address', 'login.example.com'],
  ])('refuses an issuer with %s', async (_, issuer) => {
    expect(await problemsOf(`[{ id: corp, issuer: "${issuer}", ${CLIENT} }]`)).toEqual([
      expect.stringMatching(/^FILE: provider 1 "corp" has an issuer that is not safe to ask: use https/),
    ]);
  });

  it.each(['http://localhost:9000', 'http://127.0.0.1', 'http://[::1]:9000', 'https://10.0.0.8'])(
    'takes the issuer %s',
    async (issuer) => {
      expect((await load(`[{ id: corp, issuer: "${issuer}", ${CLIENT} }]`))[0]?.issuer).toBe(issuer);
    },
  );

  it.each(['', 'common', 'organizations', 'consumers', 'example.com', '../evil'])(
    'refuses the Microsoft tenant "%s"',
    async (tenant) => {
      expect(await problemsOf(`[{ id: ms, preset: microsoft, tenant: "${tenant}", ${CLIENT} }]`)).toEqual([
        expect.stringMatching(/^FILE: provider 1 "ms" needs as tenant the Directory \(tenant\) ID/),
      ]);
    },
  );

  it('tells every mistake in one sentence each, and no secret', async () => {
    const problems = await problemsOf(`
      - { id: Corp_1, issuer: "https://a.example", clientSecret: hidden, clientid: x }
      - just words
      - { id: a, preset: gitlab, ${CLIENT}, scopes: { a: b } }
      - { id: g, preset: google, issuer: "https://a.example", tenant: t, ${CLIENT} }
      - { id: b, issuer: "https://a.example", clientId: c, client_id: d, clientSecret: [hidden] }`);
    expect(problems).toEqual([
      'FILE: provider 1 "Corp_1" has "clientid", which is no setting; there are id, label, preset, issuer, clientId, clientSecret, scopes, tenant.',
      'FILE: provider 1 "Corp_1" needs an id of lower-case letters, digits and dashes, at most 40.',
      'FILE: provider 1 "Corp_1" needs a clientId.',
      'FILE: provider 2 is not a list of settings.',
      expect.stringContaining('FILE: provider 3 "a" has the preset "gitlab"'),
      expect.stringContaining('FILE: provider 3 "a" needs an issuer'),
      expect.stringContaining('FILE: provider 3 "a" has scopes'),
      expect.stringContaining('FILE: provider 4 "g" has a tenant'),
      expect.stringContaining('FILE: provider 4 "g" has an issuer'),
      expect.stringContaining('FILE: provider 5 "b" has its clientId twice'),
      expect.stringContaining('FILE: provider 5 "b" has a clientSecret that is not text'),
      expect.stringContaining('FILE: provider 5 "b" needs a clientSecret'),
    ]);
    expect(problems.join()).not.toContain('hidden');
  });

  it('gives each provider its own id', async () => {
    const one = `{ id: corp, issuer: "https://a.example", ${CLIENT} }`;
    expect(await problemsOf(`[${one}, ${one}]`)).toEqual([
      'FILE: several providers have the id "corp"; give each its own.',
    ]);
  });

  it('must be there, and a list in YAML', async () => {
    await expect(loadOidcProviders(join(folder, 'absent'))).rejects.toThrow(
      /of WATCHROOM_OIDC cannot be read \(ENOENT\)/,
    );
    expect(await problemsOf('id: corp')).toEqual([expect.stringContaining('FILE must be a list of providers')]);
    expect(await problemsOf('- [')).toEqual([expect.stringContaining('FILE is no YAML')]);
    expect(await problemsOf('- { id: a, id: b }')).toEqual([expect.stringContaining('FILE is no YAML')]);
  });
});
