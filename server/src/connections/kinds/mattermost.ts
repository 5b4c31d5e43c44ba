import { z } from 'zod';
import { askApi, NOT_TRIED } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { entrySchema, host, insecureTls, secret, text } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Mattermost',
  summary:
    'A Mattermost channel behind an incoming webhook. The test pings the server; the webhook itself is not tried.',
  icon: 'messages',
  group: 'Notifications',
  schema: entrySchema({
    username: text('Name that messages show', { title: 'User name' }).optional(),
    password: secret('Last part of the address of the webhook', { title: 'Token' }),
    insecure_tls: insecureTls,
    properties: {
      host: host('Host of the server', 'mattermost.example.org'),
      channel: text('Channel, where it is not that of the webhook', { title: 'Channel' }).optional(),
    },
  }),
  url: 'mattermost://$(username)@$(properties.host)/$(password)/{{.properties.channel}}',
  examples: [
    {
      title: 'A webhook',
      spec: { password: 'secret', properties: { host: 'mattermost.example.org', channel: 'ops' } },
    },
  ],
  rejects: [
    { spec: { properties: { host: 'a.example' } }, path: 'password', reason: 'required' },
    { spec: { password: 'x', properties: {} }, path: 'properties.host', reason: 'required' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    await askApi(trial, connection, {
      url: `https://${connection.properties['host']}/api/v4/system/ping`,
      answer: z.object({ status: z.literal('OK') }),
      say: () => NOT_TRIED,
    });
  },
});
