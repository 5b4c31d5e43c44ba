import { z } from 'zod';
import { askApi, basicOf } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { entrySchema, host, insecureTls, secret, text } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Zulip',
  summary: 'Streams of a Zulip organisation that a bot writes to. The test asks who the bot is and posts nothing.',
  icon: 'messages',
  group: 'Notifications',
  schema: entrySchema({
    username: text('Email address of the bot', { title: 'Bot email', example: 'watch-bot@example.zulipchat.com' }),
    password: secret('API key of the bot', { title: 'API key' }),
    insecure_tls: insecureTls,
    properties: { host: host('Host of the organisation', 'example.zulipchat.com') },
  }),
  url: 'zulip://$(username):$(password)@$(properties.host)/',
  examples: [
    {
      title: 'A bot',
      spec: {
        username: 'watch-bot@example.zulipchat.com',
        password: 'secret',
        properties: { host: 'example.zulipchat.com' },
      },
    },
  ],
  rejects: [
    { spec: { username: 'a@b.example', properties: { host: 'a' } }, path: 'password', reason: 'required' },
    { spec: { password: 'x', properties: { host: 'a' } }, path: 'username', reason: 'required' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    await askApi(trial, connection, {
      url: `https://${connection.properties['host']}/api/v1/users/me`,
      headers: { authorization: basicOf(connection.username, connection.password) },
      answer: z.object({ result: z.literal('success'), full_name: z.string() }),
      say: ({ full_name: name }) => name,
    });
  },
});
