import { z } from 'zod';
import { askApi, NOT_TRIED } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { entrySchema, host, insecureTls, port, secret, text } from './support/fields.ts';

const TOKENS = { username: 'a1', password: 'b2' };

export const kind = defineConnectionKind({
  title: 'Rocket.Chat',
  summary:
    'A Rocket.Chat channel behind an incoming webhook. The test asks the server what it is; the webhook is not tried.',
  icon: 'message-circle',
  group: 'Notifications',
  schema: entrySchema({
    username: secret('First of the two parts at the end of the address of the webhook', { title: 'Token A' }),
    password: secret('Second of the two parts at the end of the address of the webhook', { title: 'Token B' }),
    insecure_tls: insecureTls,
    properties: {
      host: host('Host of the server', 'chat.example.org'),
      port: port(443, { isRare: true }),
      user: text('Name that messages show', { title: 'User name' }).optional(),
      channel: text('Channel or person: #ops, @ann', { title: 'Channel', example: '#ops' }),
    },
  }),
  url: 'rocketchat://{{.properties.user}}@$(properties.host):$(properties.port)/$(username)/$(password)/$(properties.channel)',
  examples: [{ title: 'A webhook', spec: { ...TOKENS, properties: { host: 'chat.example.org', channel: '#ops' } } }],
  rejects: [
    { spec: { password: 'b', properties: { host: 'a', channel: 'c' } }, path: 'username', reason: 'required' },
    { spec: { ...TOKENS, properties: { host: 'a' } }, path: 'properties.channel', reason: 'required' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    const { host: at, port: number } = connection.properties;
    await askApi(trial, connection, {
      url: `https://${at}:${number}/api/info`,
      answer: z.object({ success: z.literal(true), version: z.string() }),
      say: ({ version }) => `Rocket.Chat ${version}. ${NOT_TRIED}`,
    });
  },
});
