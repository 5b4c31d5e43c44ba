import { z } from 'zod';
import { askApi } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { entrySchema, secret } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Pushover',
  summary: 'A user or a group of Pushover. The test lets Pushover validate user and token and sends nothing.',
  icon: 'device-mobile',
  group: 'Notifications',
  schema: entrySchema({
    username: secret('Key of the user or group', { title: 'User key' }),
    password: secret('API token of the application', { title: 'Token' }),
  }),
  url: 'pushover://:$(password)@$(username)/',
  document: { user: 'username', token: 'password' },
  examples: [{ title: 'A user', spec: { username: 'uQiRzpo4DXghDmr9QzzfQu27cmVRsG', password: 'secret' } }],
  rejects: [
    { spec: { username: 'u' }, path: 'password', reason: 'required' },
    { spec: { password: 't' }, path: 'username', reason: 'required' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    await askApi(trial, connection, {
      url: 'https://api.pushover.net/1/users/validate.json',
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: String(new URLSearchParams({ token: connection.password, user: connection.username })),
      answer: z.object({ status: z.literal(1), devices: z.array(z.string()) }),
      say: ({ devices }) => `Devices: ${devices.join(', ')}`,
    });
  },
});
