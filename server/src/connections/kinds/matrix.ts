import { z } from 'zod';
import { askApi } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { choice, entrySchema, host, insecureTls, secret, text } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Matrix',
  summary: 'Matrix rooms. The test signs in and out again, or asks whom a token belongs to, and writes to no room.',
  icon: 'brand-matrix',
  group: 'Notifications',
  schema: entrySchema({
    username: text('User; without one, the password is an access token').optional(),
    password: secret('Password of the user, or an access token', { title: 'Password or token' }),
    insecure_tls: insecureTls,
    properties: {
      host: host('Host of the home server', 'matrix.example.org'),
      scheme: choice('How the server is asked', ['https', 'http'], 'https', { isRare: true }),
      rooms: text('Rooms, with commas between them; without any, all that the user is in').optional(),
    },
  }),
  url: 'matrix://$(username):$(password)@$(properties.host)/?DisableTLS={{if eq .properties.scheme "http"}}yes{{else}}no{{end}}',
  examples: [
    {
      title: 'A user',
      spec: { username: 'watch', password: 'secret', properties: { host: 'matrix.example.org' } },
    },
    { title: 'A token', spec: { password: 'syt_secret', properties: { host: 'matrix.example.org' } } },
  ],
  rejects: [
    { spec: { username: 'watch', properties: { host: 'a' } }, path: 'password', reason: 'required' },
    { spec: { password: 'x', properties: {} }, path: 'properties.host', reason: 'required' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    const { username: user, password, properties } = connection;
    const base = `${properties['scheme']}://${properties['host']}/_matrix/client/v3`;
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    if (user === '') {
      const answer = z.object({ user_id: z.string() });
      const say = ({ user_id: who }: z.infer<typeof answer>) => who;
      await askApi(trial, connection, { url: `${base}/account/whoami`, headers: bearer(password), answer, say });
      return;
    }
    const signedIn = await askApi(trial, connection, {
      url: `${base}/login`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'm.login.password', identifier: { type: 'm.id.user', user }, password }),
      answer: z.object({ user_id: z.string(), access_token: z.string() }),
      say: ({ user_id: who }) => who,
    });
    await askApi(trial, connection, {
      url: `${base}/logout`,
      method: 'POST',
      headers: bearer(signedIn.access_token),
      answer: z.object({}),
      say: () => 'Signed out again',
    });
  },
});
