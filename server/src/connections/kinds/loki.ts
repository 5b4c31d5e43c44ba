import { z } from 'zod';
import { askApi } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { address, entrySchema, HTTP, insecureTls, login } from './support/fields.ts';
import { authorizationOf, below, passwordNeedsName } from './support/web.ts';

/** A Loki without entries leaves `data` out. */
const answer = z.object({ status: z.literal('success'), data: z.array(z.string()).default([]) });

export const kind = defineConnectionKind({
  title: 'Loki',
  summary: 'A Grafana Loki server.',
  icon: 'activity',
  group: 'Monitoring',
  schema: entrySchema({
    url: address('Address of the server', HTTP, 'https://loki.example.org:3100'),
    ...login,
    insecure_tls: insecureTls,
  }),
  rules: [passwordNeedsName],
  examples: [
    {
      title: 'A server with a login',
      spec: { url: 'https://loki.example.org:3100', username: 'monitor', password: 'secret' },
    },
  ],
  rejects: [
    { spec: {}, path: 'url', reason: 'address' },
    { spec: { url: 'ftp://a.example' }, path: 'url', reason: 'https://' },
    { spec: { url: 'http://a.example', password: 'x' }, path: 'username', reason: 'user name' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    await askApi(trial, connection, {
      url: below(connection.url, 'loki/api/v1/labels'),
      headers: authorizationOf(connection),
      answer,
      say: ({ data }) => `${data.length} labels`,
    });
  },
});
