import { z } from 'zod';
import { askApi, below } from './support/ask-api.ts';
import { defineConnectionKind } from './support/define.ts';
import { choice, entrySchema, insecureTls, secret, text } from './support/fields.ts';

export const kind = defineConnectionKind({
  title: 'Dynatrace',
  summary: 'An environment of Dynatrace. The test reads one problem; the token needs the scope problems.read.',
  icon: 'activity',
  group: 'Monitoring',
  schema: entrySchema({
    url: text('Host or address of the environment', { title: 'URL', example: 'abc12345.live.dynatrace.com' }),
    password: secret('API token', { title: 'API key' }),
    insecure_tls: insecureTls,
    properties: { scheme: choice('How a host is asked', ['https', 'http'], 'https', { isRare: true }) },
  }),
  document: { host: 'url', apiKey: 'password' },
  examples: [{ title: 'An environment', spec: { url: 'abc12345.live.dynatrace.com', password: 'dt0c01.secret' } }],
  rejects: [
    { spec: { password: 'x' }, path: 'url', reason: 'required' },
    { spec: { url: 'abc12345.live.dynatrace.com' }, path: 'password', reason: 'required' },
  ],
  needs: ['network'],
  async test(trial, connection) {
    const { url, password, properties } = connection;
    const base = /^https?:\/\//.test(url) ? url : `${properties['scheme']}://${url}`;
    await askApi(trial, connection, {
      url: below(base, 'api/v2/problems?pageSize=1'),
      headers: { authorization: `Api-Token ${password}` },
      answer: z.object({ totalCount: z.number() }),
      say: ({ totalCount }) => `Problems in the last two hours: ${totalCount}`,
    });
  },
});
