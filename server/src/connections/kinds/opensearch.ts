import { z } from 'zod';
import { askApi } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { address, entrySchema, HTTP, insecureTls, login } from './support/fields.ts';
import { authorizationOf, below, passwordNeedsName } from './support/web.ts';

const answer = z.object({ cluster_name: z.string(), status: z.enum(['green', 'yellow', 'red']) });

export const kind = defineConnectionKind({
  title: 'OpenSearch',
  summary: 'An OpenSearch cluster.',
  icon: 'activity',
  group: 'Monitoring',
  schema: entrySchema({
    url: address(
      'Address of the server; several with commas between them',
      HTTP,
      'https://opensearch.example.org:9200',
    ),
    ...login,
    insecure_tls: insecureTls,
  }),
  document: { urls: 'url', insecureSkipVerify: 'insecure_tls' },
  rules: [passwordNeedsName],
  examples: [
    {
      title: 'A server with a login',
      spec: { url: 'https://opensearch.example.org:9200', username: 'monitor', password: 'secret' },
    },
  ],
  rejects: [
    { spec: {}, path: 'url', reason: 'address' },
    { spec: { url: 'ftp://a.example' }, path: 'url', reason: 'https://' },
    { spec: { url: 'http://a.example', password: 'x' }, path: 'username', reason: 'user name' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    for (const url of connection.url.split(','))
      await askApi(trial, connection, {
        url: below(url, '_cluster/health'),
        headers: authorizationOf(connection),
        answer,
        say: ({ cluster_name: name, status }) => `Cluster ${name} is ${status}`,
      });
  },
});
