import { defineConnectionKind } from './support/define.ts';
import { basicOf, judgeStatus } from './support/ask-api.ts';
import { address, entrySchema, HTTP, insecureTls, login, secret } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'HTTP',
  summary: 'A web address, with a login or a token where it asks for one.',
  icon: 'world',
  group: 'Other',
  schema: entrySchema({
    url: address('Address of the server', HTTP, 'https://api.example.org'),
    ...login,
    insecure_tls: insecureTls,
    properties: { bearer: secret('Token that is sent in place of a login', { title: 'Bearer token' }).optional() },
  }),
  rules: [
    { when: ['properties.bearer'], forbid: ['password'], message: 'Set either a password or a bearer token' },
    { when: ['password'], require: ['username'], message: 'A password needs a user name' },
  ],
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
  async test(trial, { url, username, password, insecureTls: isInsecure, properties: { bearer } }) {
    const authorization = bearer ? `Bearer ${bearer}` : username ? basicOf(username, password) : undefined;
    const { status } = await trial.ask({
      url,
      ...(authorization && { headers: { authorization } }),
      ...(isInsecure && { tls: { rejectUnauthorized: false } }),
    });
    await trial.step('Sign in', async () => judgeStatus(status));
  },
});
