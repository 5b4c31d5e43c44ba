import { z } from 'zod';
import { thresholdMillis } from '../../platform/kinds/fields.ts';
import { within } from '../../platform/kinds/limit.ts';
import { deadlineBeyond, defineCheckKind } from './support/define.ts';
import { commonFields, relatable, templatable } from './support/fields.ts';
import { checkScripts } from './support/scripts.ts';
import { failureOf } from './support/outcome.ts';

const ENDPOINT =
  /^(\[[0-9a-fA-F:.]+(%[0-9a-zA-Z]+)?\]|[^\s:/[\]@]+):([1-9][0-9]{0,3}|[1-5][0-9]{4}|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])$/;

const scripts = checkScripts('tcp', {});

const schema = z.strictObject({
  ...commonFields,
  endpoint: z
    .string({ error: 'Write host:port, or [address]:port for IPv6' })
    .max(320)
    .regex(ENDPOINT, 'Write host:port with a port from 1 to 65535, or [address]:port for IPv6')
    .meta({ description: 'Host and port, for example db.example.org:5432 or [::1]:80', 'x-level': 'basic' }),
  thresholdMillis: thresholdMillis('The connection must open within this time; 0 is no limit'),
  ...templatable(scripts),
  ...relatable,
});

export const kind = defineCheckKind({
  title: 'TCP',
  summary: 'Opens a TCP connection to a host and port and closes it again.',
  icon: 'plug-connected',
  documentKey: 'tcp',
  schema,
  scripts,
  examples: [
    { title: 'A database port', spec: { name: 'database', endpoint: 'db.example.org:5432' } },
    { title: 'IPv6 with a limit', spec: { name: 'local web', endpoint: '[::1]:80', thresholdMillis: 500 } },
  ],
  rejects: [
    { spec: { name: 'no port', endpoint: 'example.org' }, path: 'endpoint', reason: 'host:port' },
    { spec: { name: 'a URL', endpoint: 'https://example.org:443' }, path: 'endpoint', reason: 'host:port' },
    { spec: { name: 'no such port', endpoint: 'example.org:65536' }, path: 'endpoint', reason: '65535' },
    { spec: { name: 'negative', endpoint: 'a:1', thresholdMillis: -1 }, path: 'thresholdMillis', reason: '0' },
    { spec: { name: 'misspelt', endpoint: 'a:1', treshold: 5 }, path: 'treshold', reason: 'no such field' },
  ],
  needs: ['network'],
  endpoint: (spec) => spec.endpoint,
  deadline: (spec) => deadlineBeyond(spec.thresholdMillis),
  async run({ outbound, signal, deadline }, spec) {
    const limit = within(spec.thresholdMillis, deadline);
    try {
      const { duration } = await outbound.connectTcp({ ...hostAndPort(spec.endpoint), signal, timeout: limit.timeout });
      return { pass: true, message: `Connected in ${Math.round(duration)} ms`, duration };
    } catch (error) {
      return failureOf(error, limit);
    }
  },
});

function hostAndPort(endpoint: string): { host: string; port: number } {
  const colon = endpoint.lastIndexOf(':');
  return { host: endpoint.slice(0, colon).replace(/^\[|\]$/g, ''), port: Number(endpoint.slice(colon + 1)) };
}
