import { z } from 'zod';
import { askApi } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { entrySchema, secret, text } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Pushbullet',
  summary: 'Devices, channels or people of a Pushbullet account. The test reads the account and pushes nothing.',
  icon: 'message-circle',
  group: 'Notifications',
  schema: entrySchema({
    password: secret('Access token of the account', { title: 'Token' }),
    properties: {
      targets: text('Device, #channel or email address, with commas between them', { example: '#alerts' }),
    },
  }),
  url: 'pushbullet://$(password)/$(properties.targets)',
  document: { token: 'password' },
  examples: [{ title: 'A channel', spec: { password: 'o.secret', properties: { targets: '#alerts' } } }],
  rejects: [
    { spec: { properties: { targets: '#a' } }, path: 'password', reason: 'required' },
    { spec: { password: 'o.x', properties: {} }, path: 'properties.targets', reason: 'required' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    await askApi(trial, connection, {
      url: 'https://api.pushbullet.com/v2/users/me',
      headers: { 'access-token': connection.password },
      answer: z.object({ email: z.string() }),
      say: ({ email }) => email,
    });
  },
});
