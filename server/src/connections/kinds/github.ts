import { z } from 'zod';
import { askApi, below } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { entrySchema, insecureTls, optionalUrl, secret } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'GitHub',
  summary: 'GitHub, or a GitHub Enterprise server. The test asks whom the token belongs to.',
  icon: 'brand-github',
  group: 'Source code',
  schema: entrySchema({
    url: optionalUrl('Address, where it is not github.com', 'https://github.example.org'),
    password: secret('Personal access token', { title: 'Token' }),
    insecure_tls: insecureTls,
  }),
  url: 'https://api.github.com',
  document: { personalAccessToken: 'password' },
  examples: [
    { title: 'github.com', spec: { password: 'ghp_secret' } },
    { title: 'A server of your own', spec: { url: 'https://github.example.org', password: 'ghp_secret' } },
  ],
  rejects: [
    { spec: {}, path: 'password', reason: 'required' },
    { spec: { url: 'github.example.org', password: 'x' }, path: 'url', reason: 'https://' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    await askApi(trial, connection, {
      url: below(apiOf(connection.url), 'user'),
      headers: { authorization: `Bearer ${connection.password}`, accept: 'application/vnd.github+json' },
      answer: z.object({ login: z.string() }),
      say: ({ login }) => login,
    });
  },
});

/** The API of github.com has a host of its own; that of a server stands below /api/v3. */
function apiOf(address: string): string {
  if (/^https:\/\/(?:www\.|api\.)?github\.com(?:\/|$)/i.test(address)) return 'https://api.github.com';
  return /\/api\/v3\/?$/.test(address) ? address : below(address, 'api/v3');
}
