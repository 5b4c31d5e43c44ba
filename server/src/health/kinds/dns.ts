import type { DnsRecord, DnsType } from '@watchroom/outbound';
import { z } from 'zod';
import { thresholdMillis } from '../../platform/kinds/fields.ts';
import { within } from '../../platform/kinds/limit.ts';
import { keptText } from '../../platform/kinds/text.ts';
import { deadlineBeyond, defineCheckKind } from './support/define.ts';
import { commonFields, relatable, templatable } from './support/fields.ts';
import { checkScripts } from './support/scripts.ts';
import { failure, failureOf } from './support/outcome.ts';

const TYPES = ['A', 'CNAME', 'SRV', 'MX', 'PTR', 'TXT', 'NS'] as const;
const USE_ONE_OF = `Use one of ${TYPES.join(', ')}`;
// Documents write the type in any case; JSON Schema has no flag for that.
const ANY_CASE = /^([Aa]|[Cc][Nn][Aa][Mm][Ee]|[Ss][Rr][Vv]|[Mm][Xx]|[Pp][Tt][Rr]|[Tt][Xx][Tt]|[Nn][Ss])$/;
const MAX_KEPT_RECORDS = 100;
const MAX_CHAIN = 8;

const scripts = checkScripts('dns', { records: 'value' });

const schema = z.strictObject({
  ...commonFields,
  query: z
    .string({ error: 'Write a host name, or an address for PTR' })
    .max(255)
    .regex(/^[^\s/]+$/, 'Write a host name, or an address for PTR')
    .meta({ description: 'Name to ask for; an IP address for PTR', 'x-level': 'basic' }),
  querytype: z
    .union([z.enum(TYPES), z.string().regex(ANY_CASE, USE_ONE_OF)], { error: USE_ONE_OF })
    .default('A')
    .meta({ title: 'Record type', description: 'In capitals or not', 'x-level': 'basic' }),
  server: z.string().max(255).optional().meta({
    description: 'Name server to ask; without it, those of the machine',
    'x-level': 'basic',
  }),
  port: z.int().min(1).max(65_535).default(53).meta({ description: 'UDP port of the name server' }),
  minrecords: z.int().min(0).max(65_535).default(0).meta({ description: 'Fail when there are fewer records' }),
  exactreply: z.array(z.string().max(4_096)).max(1_000).optional().meta({
    description:
      'The records must be exactly these, in any order and case; names end with a dot, MX is `host. preference`, SRV is `priority weight port target.`',
  }),
  srvReply: z
    .strictObject({
      target: z.string().optional().meta({ description: 'Host of the service' }),
      port: z.int().min(0).max(65_535).optional().meta({ description: 'Port of the service' }),
      priority: z.int().min(0).max(65_535).optional().meta({ description: 'Priority of the record' }),
      weight: z.int().min(0).max(65_535).optional().meta({ description: 'Weight of the record' }),
    })
    .optional()
    .meta({ description: 'One SRV record must have these values' }),
  timeout: z.int().min(1).max(3_600).default(10).meta({ description: 'Wait this long for an answer', 'x-unit': 's' }),
  thresholdMillis: thresholdMillis('The answer must come within this time; 0 is no limit'),
  ...templatable(scripts),
  ...relatable,
});

export const kind = defineCheckKind({
  title: 'DNS',
  summary: 'Asks a name server for records and compares the answer.',
  icon: 'address-book',
  documentKey: 'dns',
  schema,
  scripts,
  examples: [
    { title: 'A name resolves', spec: { name: 'website', query: 'example.org' } },
    {
      title: 'Mail servers at one name server',
      spec: {
        name: 'mail',
        query: 'example.org',
        querytype: 'MX',
        server: '192.0.2.53',
        exactreply: ['mail.example.org. 10'],
        timeout: 5,
      },
    },
    {
      title: 'At least two name servers, quickly',
      spec: { name: 'delegation', query: 'example.org', querytype: 'NS', minrecords: 2, thresholdMillis: 500 },
    },
  ],
  rejects: [
    { spec: { name: 'nothing to ask' }, path: 'query', reason: 'host name' },
    { spec: { name: 'a URL', query: 'https://example.org' }, path: 'query', reason: 'host name' },
    { spec: { name: 'type', query: 'example.org', querytype: 'HTTPS' }, path: 'querytype', reason: 'CNAME' },
    { spec: { name: 'port', query: 'example.org', port: 0 }, path: 'port', reason: '1' },
    { spec: { name: 'misspelt', query: 'example.org', minRecords: 2 }, path: 'minRecords', reason: 'no such field' },
  ],
  needs: ['network'],
  endpoint: (spec) => spec.query,
  deadline: (spec) => deadlineBeyond(spec.timeout * 1_000),
  async run({ outbound, signal, deadline }, spec) {
    const limit = within(spec.timeout * 1_000, deadline, 'timeout');
    const type = typeOf(spec.querytype);
    const ask = async (query: string, asked: DnsType): Promise<readonly DnsRecord[]> => {
      const timeout = Math.max(1, Math.ceil(limit.timeout - limit.elapsed()));
      const server = spec.server ? { server: spec.server, port: spec.port } : {};
      const answer = await outbound.resolve({ query, type: asked, signal, timeout, ...server });
      return answer.records;
    };
    try {
      const answer = type === 'CNAME' ? await canonicalName(spec.query, ask) : await ask(spec.query, type);
      const duration = Math.max(1, limit.elapsed());
      const records = answer.map(textOf);
      const data = { records: records.slice(0, MAX_KEPT_RECORDS).map((record) => keptText(record, 4_096)) };
      const error = judge(answer, records, duration, spec);
      if (error !== undefined) return failure(error, { duration, data });
      return { pass: true, message: keptText(data.records.join(', '), 1_024), duration, data };
    } catch (error) {
      return failureOf(error, limit);
    }
  },
});

function judge(
  answer: readonly DnsRecord[],
  records: readonly string[],
  duration: number,
  spec: z.infer<typeof schema>,
): string | undefined {
  if (records.length === 0) return `${spec.query} has no ${typeOf(spec.querytype)} record`;
  if (records.length < spec.minrecords) return `${records.length} records, minrecords is ${spec.minrecords}`;
  if (spec.exactreply && spec.exactreply.length > 0) {
    const found = asSet(records);
    const expected = asSet(spec.exactreply);
    if (found.join('\n') !== expected.join('\n'))
      return keptText(`exactreply: expected ${expected.join(', ')}; the answer is ${found.join(', ')}`, 4_096);
  }
  if (spec.srvReply && !answer.some((record) => hasValues(record, spec.srvReply ?? {})))
    return keptText(`srvReply: no record has these values; the answer is ${records.join(', ')}`, 4_096);
  const threshold = spec.thresholdMillis ?? 0;
  if (threshold > 0 && duration > threshold) return `took ${Math.round(duration)} ms, thresholdMillis is ${threshold}`;
  return undefined;
}

function asSet(records: readonly string[]): readonly string[] {
  return [...new Set(records.map((record) => record.toLowerCase()))].sort();
}

function hasValues(record: DnsRecord, wanted: NonNullable<z.infer<typeof schema>['srvReply']>): boolean {
  if (record.type !== 'SRV') return false;
  const { target, port = record.port, priority = record.priority, weight = record.weight } = wanted;
  if (target !== undefined && absolute(target).toLowerCase() !== absolute(record.host).toLowerCase()) return false;
  return record.port === port && record.priority === priority && record.weight === weight;
}

/** A record as documents write it in `exactreply`. */
function textOf(record: DnsRecord): string {
  switch (record.type) {
    case 'A':
    case 'AAAA':
      return record.address;
    case 'CNAME':
    case 'NS':
    case 'PTR':
      return absolute(record.host);
    case 'MX':
      return `${absolute(record.host)} ${record.priority}`;
    case 'SRV':
      return `${record.priority} ${record.weight} ${record.port} ${absolute(record.host)}`;
    case 'TXT':
      return record.text;
  }
}

/** Where the chain of aliases ends: for a name without alias that is the name itself, when it has an address. */
async function canonicalName(
  query: string,
  ask: (query: string, type: 'A' | 'CNAME') => Promise<readonly DnsRecord[]>,
): Promise<readonly DnsRecord[]> {
  let name = query;
  for (let hop = 0; hop < MAX_CHAIN; hop += 1) {
    const [alias] = await ask(name, 'CNAME');
    if (alias?.type !== 'CNAME') break;
    name = alias.host;
  }
  if (name === query && (await ask(query, 'A')).length === 0) return [];
  return [{ type: 'CNAME', host: name }];
}

function absolute(name: string): string {
  return name.endsWith('.') ? name : `${name}.`;
}

function typeOf(text: string): (typeof TYPES)[number] {
  return TYPES.find((type) => type === text.toUpperCase()) ?? 'A';
}
