import { z } from 'zod';
import { askApi } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { entrySchema, host, port, secret } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Opsgenie',
  summary: 'Alerts in Opsgenie. The test counts the open alerts and creates none; the key needs the right to read.',
  icon: 'alarm',
  group: 'Notifications',
  schema: entrySchema({
    password: secret('Key of an API integration', { title: 'API key' }),
    properties: {
      host: host('Host of the API; api.eu.opsgenie.com for accounts in the EU', 'api.opsgenie.com').default(
        'api.opsgenie.com',
      ),
      port: port(443, { isRare: true }),
    },
  }),
  url: 'opsgenie://$(properties.host):$(properties.port)/$(password)',
  examples: [{ title: 'An account', spec: { password: 'secret' } }],
  rejects: [
    { spec: {}, path: 'password', reason: 'required' },
    { spec: { password: 'x', properties: { host: 'a/b' } }, path: 'properties.host', reason: 'without https://' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    const { host: at, port: number } = connection.properties;
    await askApi(trial, connection, {
      url: `https://${at}:${number}/v2/alerts/count?query=status%3Aopen`,
      headers: { authorization: `GenieKey ${connection.password}` },
      answer: z.object({ data: z.object({ count: z.number() }) }),
      say: ({ data }) => `${data.count} open alerts`,
    });
  },
});
