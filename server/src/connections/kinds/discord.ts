import { z } from 'zod';
import { askApi } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { entrySchema, secret, text } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Discord',
  summary: 'A Discord channel behind a webhook. The test reads the webhook and posts nothing.',
  icon: 'brand-discord',
  group: 'Notifications',
  schema: entrySchema({
    username: text('Number in the address of the webhook', { title: 'Webhook ID', example: '1234567890' }),
    password: secret('Last part of the address of the webhook', { title: 'Token' }),
  }),
  url: 'discord://$(password)@$(username)',
  document: { webhookID: 'username', token: 'password' },
  examples: [{ title: 'A webhook', spec: { username: '1234567890', password: 'secret' } }],
  rejects: [
    { spec: { username: '1' }, path: 'password', reason: 'required' },
    { spec: { password: 'x' }, path: 'username', reason: 'required' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    const [id, token] = [connection.username, connection.password].map(encodeURIComponent);
    await askApi(trial, connection, {
      url: `https://discord.com/api/v10/webhooks/${id}/${token}`,
      answer: z.object({ id: z.string(), name: z.string().nullish() }),
      say: ({ id: found, name }) => `Webhook ${name ?? found}`,
    });
  },
});
