import { reachOnly } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { entrySchema, host, secret, text } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Microsoft Teams',
  summary: 'A Teams channel behind an incoming webhook. The test reaches its host; the webhook itself is not tried.',
  icon: 'brand-teams',
  group: 'Notifications',
  schema: entrySchema({
    properties: {
      group: text('First part of the address of the webhook, before @', { title: 'Group' }),
      tenant: text('Part of the address of the webhook after @', { title: 'Tenant' }),
      altID: secret('Part after IncomingWebhook in the address of the webhook', { title: 'Alternate ID' }),
      groupOwner: secret('Last part of the address of the webhook', { title: 'Group owner' }),
      host: host('Host of the address of the webhook', 'example.webhook.office.com'),
    },
  }),
  url: 'teams://$(properties.group)@$(properties.tenant)/$(properties.altID)/$(properties.groupOwner)?host=$(properties.host)',
  examples: [
    {
      title: 'An incoming webhook',
      spec: {
        properties: { group: 'a1', tenant: 'b2', altID: 'c3', groupOwner: 'd4', host: 'example.webhook.office.com' },
      },
    },
  ],
  rejects: [
    {
      spec: { properties: { group: 'a', tenant: 'b', altID: 'c', groupOwner: 'd' } },
      path: 'properties.host',
      reason: 'required',
    },
    {
      spec: { properties: { group: 'a', tenant: 'b', altID: 'c', groupOwner: 'd', host: 'https://x.example/' } },
      path: 'properties.host',
      reason: 'without https://',
    },
  ],
  needs: ['network'],
  test: (trial, connection) => reachOnly(trial, connection, `https://${connection.properties['host']}`),
});
