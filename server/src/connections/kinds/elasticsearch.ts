import { z } from 'zod';
import { askApi } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { authorizationOf, below } from './support/web.ts';
import { webServer } from './support/web-server.ts';

const answer = z.object({ cluster_name: z.string(), status: z.enum(['green', 'yellow', 'red']) });

export const kind = defineConnectionKind({
  title: 'Elasticsearch',
  summary: 'An Elasticsearch cluster.',
  icon: 'activity',
  group: 'Monitoring',
  ...webServer('https://elasticsearch.example.org:9200'),
  async test(trial, connection) {
    await askApi(trial, connection, {
      url: below(connection.url, '_cluster/health'),
      headers: authorizationOf(connection),
      answer,
      say: ({ cluster_name: name, status }) => `Cluster ${name} is ${status}`,
    });
  },
});
