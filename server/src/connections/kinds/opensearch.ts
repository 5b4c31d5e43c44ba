import { z } from 'zod';
import { askApi } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { authorizationOf, below } from './support/web.ts';
import { webServer } from './support/web-server.ts';

const answer = z.object({ cluster_name: z.string(), status: z.enum(['green', 'yellow', 'red']) });

export const kind = defineConnectionKind({
  title: 'OpenSearch',
  summary: 'An OpenSearch cluster.',
  icon: 'activity',
  group: 'Monitoring',
  ...webServer('https://opensearch.example.org:9200', 'Address of the server; several with commas between them'),
  document: { urls: 'url', insecureSkipVerify: 'insecure_tls' },
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
