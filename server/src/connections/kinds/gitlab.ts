import { z } from 'zod';
import { askApi, below } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { entrySchema, insecureTls, optionalUrl, secret } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'GitLab',
  summary: 'GitLab, on gitlab.com or a server of your own. The test asks whom the token belongs to.',
  icon: 'brand-gitlab',
  group: 'Source code',
  schema: entrySchema({
    url: optionalUrl('Address, where it is not gitlab.com', 'https://gitlab.example.org'),
    password: secret('Personal access token with the scope read_user or read_api', { title: 'Token' }),
    insecure_tls: insecureTls,
  }),
  url: 'https://gitlab.com',
  document: { personalAccessToken: 'password' },
  examples: [
    { title: 'gitlab.com', spec: { password: 'glpat-secret' } },
    { title: 'A server of your own', spec: { url: 'https://gitlab.example.org', password: 'glpat-secret' } },
  ],
  rejects: [
    { spec: {}, path: 'password', reason: 'required' },
    { spec: { url: 'gitlab.example.org', password: 'x' }, path: 'url', reason: 'https://' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    await askApi(trial, connection, {
      url: below(connection.url, 'api/v4/user'),
      headers: { authorization: `Bearer ${connection.password}` },
      answer: z.object({ username: z.string() }),
      say: ({ username }) => username,
    });
  },
});
