import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { thresholdMillis } from '../../platform/kinds/fields.ts';
import { within } from '../../platform/kinds/limit.ts';
import { type CheckContext, deadlineBeyond, defineCheckKind } from './support/define.ts';
import { commonFields, relatable, templatable } from './support/fields.ts';
import { type Reply, sharedIcmpSocket } from './support/icmp-socket.ts';
import { checkScripts } from './support/scripts.ts';
import { failure, failureOf } from './support/outcome.ts';
import { findPing, pingByProgram } from './support/ping-program.ts';

const OVERALL_MILLIS = 10_000;
const BETWEEN_PACKETS_MILLIS = 200;
// The last packet leaves early enough that its reply can still come.
const SENDING_SHARE = 0.5;
// A result that waits for the last moment would miss the deadline of the run by the time it takes to say so.
const RESERVE_MILLIS = 100;
const NO_WAY =
  'Ping needs a raw socket: run as root, give the program the capability CAP_NET_RAW, put its group into net.ipv4.ping_group_range, or install ping';

const scripts = checkScripts('icmp', {
  address: 'value',
  sent: 'value',
  received: 'value',
  packetLoss: 'value',
  minimum: 'value',
  average: 'value',
  maximum: 'value',
});

const schema = z.strictObject({
  ...commonFields,
  endpoint: z
    .string({ error: 'Write a host name or an IP address' })
    .max(255)
    .regex(/^[^\s/[\]@]+$/, 'Write a host name or an IP address')
    .meta({ description: 'Host name, IPv4 or IPv6 address', 'x-level': 'basic' }),
  packetCount: z.int().min(1).max(100).default(5).meta({ description: 'How many packets to send' }),
  thresholdMillis: thresholdMillis('The average round trip must be within this time; 0 is no limit'),
  packetLossThreshold: z.int().min(0).max(100).default(0).meta({
    description: 'Fail when more than this share of the packets is lost',
    'x-level': 'basic',
    'x-unit': '%',
  }),
  ...templatable(scripts),
  ...relatable,
});

export const kind = defineCheckKind({
  title: 'Ping',
  summary: 'Sends ICMP echo requests and judges loss and round-trip time of the replies.',
  icon: 'radar-2',
  documentKey: 'icmp',
  schema,
  scripts,
  examples: [
    { title: 'A host answers', spec: { name: 'gateway', endpoint: '192.0.2.1' } },
    {
      title: 'A link that may lose a little',
      spec: {
        name: 'branch',
        endpoint: 'branch.example.org',
        packetCount: 10,
        packetLossThreshold: 10,
        thresholdMillis: 200,
      },
    },
  ],
  rejects: [
    { spec: { name: 'nobody' }, path: 'endpoint', reason: 'host name' },
    { spec: { name: 'a URL', endpoint: 'https://example.org' }, path: 'endpoint', reason: 'host name' },
    { spec: { name: 'loss', endpoint: '::1', packetLossThreshold: 101 }, path: 'packetLossThreshold', reason: '100' },
    { spec: { name: 'none', endpoint: '::1', packetCount: 0 }, path: 'packetCount', reason: '1' },
    { spec: { name: 'misspelt', endpoint: '::1', packets: 3 }, path: 'packets', reason: 'no such field' },
  ],
  needs: ['raw-socket'],
  endpoint: (spec) => spec.endpoint,
  deadline: () => deadlineBeyond(OVERALL_MILLIS),
  async run({ outbound, signal, deadline }, spec) {
    const limit = within(undefined, Math.min(OVERALL_MILLIS, Math.max(1, deadline - RESERVE_MILLIS)));
    const ending = AbortSignal.any([signal, AbortSignal.timeout(limit.timeout)]);
    try {
      const address = await firstAddress(outbound, spec.endpoint, ending);
      const times = await roundTrips(address, spec.packetCount, limit.timeout, ending);
      if (times === undefined) return failure(NO_WAY, { invalid: true, data: { address } });
      return judge(address, times, spec);
    } catch (error) {
      return failureOf(error, limit);
    }
  },
});

/** IPv4 first, as documents expect; the policy has let the address through. */
async function firstAddress(outbound: CheckContext['outbound'], host: string, signal: AbortSignal): Promise<string> {
  const addresses = await outbound.lookup(host, signal);
  const first = addresses.find(({ family }) => family === 4) ?? addresses[0];
  if (!first) throw new Error(`${host} has no address`);
  return first.address;
}

/** Milliseconds of each reply; undefined when the system offers no way to ping. */
async function roundTrips(
  address: string,
  count: number,
  timeout: number,
  signal: AbortSignal,
): Promise<readonly number[] | undefined> {
  const socket = await sharedIcmpSocket();
  if (!socket) {
    const program = await findPing();
    return program === undefined ? undefined : pingByProgram(program, address, count, signal);
  }
  const between = Math.min(BETWEEN_PACKETS_MILLIS, (timeout * SENDING_SHARE) / count);
  const replies: Promise<Reply | undefined>[] = [];
  for (let sequence = 0; sequence < count && !signal.aborted; sequence += 1) {
    if (sequence > 0) await pause(between, undefined, { signal }).catch(() => undefined);
    const reply = socket.ping(address, sequence, signal);
    // Its error is told below; until then nobody listens, which would end the process.
    reply.catch(() => undefined);
    replies.push(reply);
  }
  const heard = await Promise.all(replies);
  return heard.flatMap((reply) => (reply ? [reply.rtt] : []));
}

function judge(
  address: string,
  times: readonly number[],
  spec: { packetCount: number; packetLossThreshold: number; thresholdMillis?: number | undefined },
) {
  const sent = spec.packetCount;
  const loss = Math.round(((sent - times.length) / sent) * 1_000) / 10;
  const average = times.length === 0 ? 0 : times.reduce((sum, time) => sum + time, 0) / times.length;
  const data = {
    address,
    sent,
    received: times.length,
    packetLoss: loss,
    minimum: times.length === 0 ? 0 : Math.min(...times),
    average,
    maximum: Math.max(0, ...times),
  };
  const duration = Math.max(1, average);
  const threshold = spec.thresholdMillis ?? 0;
  if (loss > spec.packetLossThreshold) {
    const lost =
      times.length === 0 ? `no reply from ${address}` : `${loss} % of ${sent} packets to ${address} were lost`;
    return failure(`${lost}, packetLossThreshold is ${spec.packetLossThreshold} %`, { duration, data });
  }
  if (threshold > 0 && average > threshold)
    return failure(`the average round trip is ${Math.round(average)} ms, thresholdMillis is ${threshold}`, {
      duration,
      data,
    });
  return {
    pass: true,
    message: `${times.length} of ${sent} replies, ${average.toFixed(1)} ms on average`,
    duration,
    data,
  };
}
