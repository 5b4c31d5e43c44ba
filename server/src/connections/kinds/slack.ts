import { z } from 'zod';
import { askApi } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { entrySchema, secret, text } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Slack',
  summary: 'A Slack channel that a bot writes to. The test asks who the bot is and posts nothing.',
  icon: 'brand-slack',
  group: 'Notifications',
  schema: entrySchema({
    username: text('Channel, by name or id', { title: 'Channel', example: 'C012AB3CD' }).optional(),
    password: secret('Token of the bot; it begins with xoxb-', { title: 'Token' }),
    properties: {
      BotName: text('Name that messages show in place of the bot', { title: 'Bot name' }).optional(),
      Icon: text('Emoji or address of a picture', { isRare: true }).optional(),
      Color: text('Colour of the bar beside messages', { isRare: true }).optional(),
      Title: text('Title of messages', { isRare: true }).optional(),
      ThreadTS: text('Message that messages answer to', { title: 'Thread', isRare: true }).optional(),
    },
  }),
  url: 'slack://$(password)@$(username)',
  document: {
    token: 'password',
    channel: 'username',
    botName: 'properties.BotName',
    icon: 'properties.Icon',
    color: 'properties.Color',
    title: 'properties.Title',
    thread_ts: 'properties.ThreadTS',
  },
  examples: [{ title: 'A channel', spec: { username: 'C012AB3CD', password: 'xoxb-1-2-secret' } }],
  rejects: [{ spec: { username: 'C012AB3CD' }, path: 'password', reason: 'required' }],
  needs: ['network'],
  async test(trial, connection) {
    await askApi(trial, connection, {
      url: 'https://slack.com/api/auth.test',
      method: 'POST',
      headers: { authorization: `Bearer ${connection.password}` },
      answer: z.object({ ok: z.literal(true), user: z.string(), team: z.string() }),
      say: ({ user, team }) => `${user} of ${team}`,
    });
  },
});
