import { z } from 'zod';
import { askApi, basicOf } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { choice, entrySchema, host, insecureTls, login, text } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Ntfy',
  summary: 'A topic of an ntfy server. The test signs in, or asks whether the server is well, and publishes nothing.',
  icon: 'bell',
  group: 'Notifications',
  schema: entrySchema({
    ...login,
    insecure_tls: insecureTls,
    properties: {
      host: host('Host of the server', 'ntfy.sh').default('ntfy.sh'),
      topic: text('Topic', { example: 'alerts' }),
      scheme: choice('How the server is asked', ['https', 'http'], 'https', { isRare: true }),
    },
  }),
  url: 'ntfy://$(username):$(password)@$(properties.host)/$(properties.topic)?Scheme=$(properties.scheme)',
  rules: [{ when: ['password'], require: ['username'], message: 'A password needs a user name' }],
  examples: [
    { title: 'A topic of ntfy.sh', spec: { properties: { topic: 'alerts' } } },
    {
      title: 'A server with a login',
      spec: { username: 'watch', password: 'secret', properties: { host: 'ntfy.example.org', topic: 'alerts' } },
    },
  ],
  rejects: [
    { spec: { properties: { host: 'ntfy.sh' } }, path: 'properties.topic', reason: 'required' },
    {
      spec: { properties: { topic: 'a', host: 'https://ntfy.sh' } },
      path: 'properties.host',
      reason: 'without https://',
    },
    { spec: { password: 'x', properties: { topic: 'a' } }, path: 'username', reason: 'user name' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    const { username, password, properties } = connection;
    const base = `${properties['scheme']}://${properties['host']}/v1`;
    if (username === '')
      await askApi(trial, connection, {
        url: `${base}/health`,
        answer: z.object({ healthy: z.literal(true) }),
        say: () => 'The server is well; nobody has signed in',
      });
    else
      await askApi(trial, connection, {
        url: `${base}/account`,
        headers: { authorization: basicOf(username, password) },
        answer: z.object({ username: z.string() }),
        say: ({ username: who }) => who,
      });
  },
});
