import { z } from 'zod';
import { askApi } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { address, bearer, entrySchema, HTTP, insecureTls, login } from './support/fields.ts';
import { authorizationOf, below, webLoginRules } from './support/web.ts';

/** https://prometheus.io/docs/prometheus/latest/querying/api/; nothing is up where there is no result. */
const answer = z.object({
  status: z.literal('success'),
  data: z.object({ result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })) }),
});

export const kind = defineConnectionKind({
  title: 'Prometheus',
  summary: 'A Prometheus server, or another one that answers its queries: Thanos, Mimir, VictoriaMetrics.',
  icon: 'activity',
  group: 'Monitoring',
  schema: entrySchema({
    url: address('Address of the server', HTTP, 'https://prometheus.example.org'),
    ...login,
    insecure_tls: insecureTls,
    properties: { bearer },
  }),
  rules: webLoginRules,
  examples: [
    {
      title: 'A server with a login',
      spec: { url: 'https://prometheus.example.org', username: 'monitor', password: 'secret' },
    },
  ],
  rejects: [
    { spec: {}, path: 'url', reason: 'address' },
    { spec: { url: 'ftp://a.example' }, path: 'url', reason: 'https://' },
    { spec: { url: 'http://a.example', password: 'x' }, path: 'username', reason: 'user name' },
    {
      spec: { url: 'http://a.example', username: 'a', password: 'x', properties: { bearer: 'y' } },
      path: 'password',
      reason: 'either',
    },
  ],
  needs: ['network'],
  async test(trial, connection) {
    await askApi(trial, connection, {
      url: below(connection.url, 'api/v1/query?query=sum(up)'),
      headers: authorizationOf(connection),
      answer,
      say: ({
        data: {
          result: [sum],
        },
      }) => `${sum?.value[1] ?? '0'} targets are up`,
    });
  },
});
