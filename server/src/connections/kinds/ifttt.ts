import { reachOnly } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { entrySchema, secret, text } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'IFTTT',
  summary: 'Events of IFTTT webhooks. The test reaches maker.ifttt.com; the key itself is not tried.',
  icon: 'bolt',
  group: 'Notifications',
  schema: entrySchema({
    username: secret('Key of the webhooks service', { title: 'Key' }),
    properties: { events: text('Events that are raised, with commas between them', { example: 'alert' }).optional() },
  }),
  url: 'ifttt://$(username)/?events={{.properties.events}}',
  examples: [{ title: 'An event', spec: { username: 'secret', properties: { events: 'alert' } } }],
  rejects: [{ spec: { properties: { events: 'alert' } }, path: 'username', reason: 'required' }],
  needs: ['network'],
  test: (trial, connection) => reachOnly(trial, connection, 'https://maker.ifttt.com'),
});
