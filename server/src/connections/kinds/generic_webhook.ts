import { reachOnly } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { address, choice, entrySchema, insecureTls, text } from './support/fields.ts';

/** `generic+https://…` is how addresses of notification services write it. */
const WEBHOOK = /^(?:(?:generic\+)?https?:\/\/[^\s/?#]\S*|.*(?:\$\(|\{\{).*)$/;

export const kind = defineConnectionKind({
  title: 'Webhook',
  summary: 'An HTTP address that messages are sent to. The test reaches its host and sends nothing there.',
  icon: 'webhook',
  group: 'Notifications',
  schema: entrySchema({
    url: address('Address that messages are sent to', WEBHOOK, 'https://hooks.example.org/alerts'),
    insecure_tls: insecureTls,
    properties: {
      contentType: text('Type of the content', { title: 'Content type' }).default('application/json'),
      requestMethod: choice('Method of the request', ['POST', 'GET'], 'POST'),
      key: text('Key of the message in the JSON that is sent').default('message'),
      titleKey: text('Key of the title in the JSON that is sent', { title: 'Title key' }).default('title'),
    },
  }),
  examples: [{ title: 'A webhook', spec: { url: 'https://hooks.example.org/alerts' } }],
  rejects: [
    { spec: {}, path: 'url', reason: 'https://' },
    { spec: { url: 'hooks.example.org' }, path: 'url', reason: 'https://' },
    {
      spec: { url: 'https://a.example', properties: { requestMethod: 'PUT' } },
      path: 'properties.requestMethod',
      reason: 'option',
    },
  ],
  needs: ['network'],
  test: (trial, connection) => reachOnly(trial, connection, connection.url.replace(/^generic\+/, '')),
});
