import { defineConnectionKind } from './support/define.ts';
import { judgeStatus } from './support/ask-api.ts';
import { address, bearer, entrySchema, HTTP, insecureTls, login } from './support/fields.ts';
import { authorizationOf, webLoginRules } from './support/web.ts';

export const kind = defineConnectionKind({
  title: 'HTTP',
  summary: 'A web address, with a login or a token where it asks for one.',
  icon: 'world',
  group: 'Other',
  schema: entrySchema({
    url: address('Address of the server', HTTP, 'https://api.example.org'),
    ...login,
    insecure_tls: insecureTls,
    properties: { bearer },
  }),
  rules: webLoginRules,
  examples: [
    {
      title: 'A server with a login',
      spec: { url: 'https://api.example.org', username: 'monitor', password: 'secret' },
    },
    { title: 'A server with a token', spec: { url: 'https://api.example.org', properties: { bearer: 'token' } } },
  ],
  rejects: [
    { spec: {}, path: 'url', reason: 'address' },
    { spec: { url: 'api.example.org' }, path: 'url', reason: 'https://' },
    { spec: { url: 'http://a.example', password: 'x' }, path: 'username', reason: 'user name' },
    { spec: { url: 'http://a.example', port: '80' }, path: 'port', reason: 'no such field' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    const { status } = await trial.ask({
      url: connection.url,
      headers: authorizationOf(connection),
      ...(connection.insecureTls && { tls: { rejectUnauthorized: false } }),
    });
    await trial.step('Sign in', async () => judgeStatus(status));
  },
});
