import { reachOnly } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { entrySchema, secret, text } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Google Chat',
  summary:
    'A Google Chat space behind a webhook. The test reaches chat.googleapis.com; the webhook itself is not tried.',
  icon: 'brand-google',
  group: 'Notifications',
  schema: entrySchema({
    username: secret('Text after key= in the address of the webhook', { title: 'Key' }),
    password: secret('Text after token= in the address of the webhook', { title: 'Token' }),
    properties: { space: text('Text after spaces/ in the address of the webhook', { title: 'Space' }) },
  }),
  url: 'googlechat://chat.googleapis.com/v1/spaces/$(properties.space)/messages?key=$(username)&token=$(password)',
  examples: [{ title: 'A space', spec: { username: 'key', password: 'secret', properties: { space: 'AAAAabcd' } } }],
  rejects: [
    { spec: { username: 'a', properties: { space: 's' } }, path: 'password', reason: 'required' },
    { spec: { username: 'a', password: 'b', properties: {} }, path: 'properties.space', reason: 'required' },
  ],
  needs: ['network'],
  test: (trial, connection) => reachOnly(trial, connection, 'https://chat.googleapis.com'),
});
