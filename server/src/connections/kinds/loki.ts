import { z } from 'zod';
import { askApi } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { authorizationOf, below } from './support/web.ts';
import { webServer } from './support/web-server.ts';

/** A Loki without entries leaves `data` out. */
const answer = z.object({ status: z.literal('success'), data: z.array(z.string()).default([]) });

export const kind = defineConnectionKind({
  title: 'Loki',
  summary: 'A Grafana Loki server.',
  icon: 'activity',
  group: 'Monitoring',
  ...webServer('https://loki.example.org:3100'),
  async test(trial, connection) {
    await askApi(trial, connection, {
      url: below(connection.url, 'loki/api/v1/labels'),
      headers: authorizationOf(connection),
      answer,
      say: ({ data }) => `${data.length} labels`,
    });
  },
});
