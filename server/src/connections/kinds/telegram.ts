import { z } from 'zod';
import { askApi } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { entrySchema, secret, text } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Telegram',
  summary: 'Telegram chats that a bot writes to. The test asks who the bot is and posts nothing.',
  icon: 'brand-telegram',
  group: 'Notifications',
  schema: entrySchema({
    username: text('Channels or chat ids, with commas between them', { title: 'Chats', example: '@alerts,-100123' }),
    password: secret('Token of the bot, as the BotFather shows it', { title: 'Token' }),
  }),
  url: 'telegram://$(password)@telegram/?Chats=$(username)',
  document: { token: 'password', chats: 'username' },
  examples: [{ title: 'A channel', spec: { username: '@alerts', password: '110201543:secret' } }],
  rejects: [
    { spec: { username: '@alerts' }, path: 'password', reason: 'required' },
    { spec: { password: '1:x' }, path: 'username', reason: 'required' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    // The colon of a token stands as it is in the address.
    const token = encodeURIComponent(connection.password).replaceAll('%3A', ':');
    await askApi(trial, connection, {
      url: `https://api.telegram.org/bot${token}/getMe`,
      answer: z.object({ ok: z.literal(true), result: z.object({ username: z.string() }) }),
      say: ({ result }) => `@${result.username}`,
    });
  },
});
