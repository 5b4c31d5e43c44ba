import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOutbound, type Outbound } from '@watchroom/outbound';
import { describe, expect, it } from 'vitest';
import { kind } from './icmp.ts';
import { echoRequest, replyToken } from './support/icmp-packet.ts';
import { bytesOfIpv6, createIcmpSocket, sharedIcmpSocket, type SystemCalls } from './support/icmp-socket.ts';
import { findPing, pingByProgram } from './support/ping-program.ts';
import { runEntry } from './support/testing/run-kind.ts';

// Who runs the tests need not be allowed to ping; then the same entries must say what is missing.
const hasSocket = (await sharedIcmpSocket()) !== undefined;
const canPing = hasSocket || (await findPing()) !== undefined;
const matching = (pattern: RegExp): unknown => expect.stringMatching(pattern);
const withoutWay = { pass: false, invalid: true, error: matching(/CAP_NET_RAW/) };

describe('icmp', () => {
  it.each(['127.0.0.1', '::1', 'localhost'])('hears %s, or says what it lacks to ping', async (endpoint) => {
    const outcome = await runEntry(kind, { endpoint, packetCount: 2 });
    expect(outcome).toMatchObject(
      canPing
        ? {
            pass: true,
            message: matching(/^2 of 2 replies, \d+\.\d ms on average$/),
            data: { sent: 2, received: 2, packetLoss: 0 },
          }
        : withoutWay,
    );
    expect(outcome.duration ?? 1).toBeGreaterThanOrEqual(1);
  });

  it('shares one socket among a burst of checks without losing one and without holding the event loop', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 5);
    const outcomes = await Promise.all(
      Array.from({ length: 500 }, (_, index) =>
        runEntry(kind, { endpoint: index % 2 === 0 ? '127.0.0.1' : '::1', packetCount: 2 }),
      ),
    );
    clearInterval(counting);
    expect(outcomes.filter((outcome) => outcome.pass)).toHaveLength(canPing ? 500 : 0);
    expect(turns).toBeGreaterThan(canPing ? 3 : -1);
  });

  it('counts a packet without reply as lost and names packetLossThreshold', async () => {
    const outcome = await runEntry(
      kind,
      { endpoint: 'gone.example.test', packetCount: 2 },
      { outbound: endedBy('127.0.0.1'), deadline: 150 },
    );
    const lost = {
      error: 'no reply from 127.0.0.1, packetLossThreshold is 0 %',
      data: { received: 0, packetLoss: 100 },
    };
    expect(outcome).toMatchObject({ pass: false, ...(canPing ? lost : withoutWay) });
  });

  it('says why a packet could not be sent', async () => {
    const broadcast: Outbound = {
      ...createOutbound(),
      lookup: () => Promise.resolve([{ address: '255.255.255.255', family: 4 }]),
    };
    const outcome = await runEntry(
      kind,
      { endpoint: 'all.example.test', packetCount: 1 },
      { outbound: broadcast, deadline: 1_000 },
    );
    const refused = { error: matching(/^Cannot send to 255\.255\.255\.255: E[A-Z]+$/) };
    expect(outcome).toMatchObject({ pass: false, ...(hasSocket ? refused : {}) });
  });

  it('does not ping an address that the policy refuses', async () => {
    await using outbound = createOutbound({ policy: { deny: ['127.0.0.0/8'] } });
    const outcome = await runEntry(kind, { endpoint: '127.0.0.1' }, { outbound });
    expect(outcome).toMatchObject({
      pass: false,
      error: expect.stringContaining('policy refuses 127.0.0.1') as string,
    });
  });

  it('falls back to the ping program and reads its replies', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'watchroom-ping-'));
    const program = join(folder, 'ping');
    await writeFile(
      program,
      '#!/bin/sh\nfor last; do :; done\necho "64 bytes from $last: icmp_seq=1 ttl=64 time=0.045 ms"\necho "rtt"\nexit 1\n',
    );
    await chmod(program, 0o755);
    expect(await findPing([join(folder, 'none'), program])).toBe(program);
    expect(await pingByProgram(program, '192.0.2.1', 2, AbortSignal.timeout(5_000))).toEqual([0.045]);
    await expect(pingByProgram(join(folder, 'none'), '192.0.2.1', 2, AbortSignal.timeout(5_000))).rejects.toThrow(
      'cannot be run',
    );
    await rm(folder, { recursive: true });
  });
});

describe('the ICMP socket', () => {
  it('listens on for a reply that comes late, and stops when none is expected', async () => {
    let rounds = 0;
    let reply: Buffer | undefined;
    const file = 7;
    const calls: SystemCalls = {
      socket: systemCall(() => file),
      setsockopt: systemCall(() => 0),
      sendto: systemCall((_, packet) => {
        reply = Buffer.from(packet as Buffer);
        reply[0] = 0;
        return reply.length;
      }),
      recvfrom: systemCall((_, buffer) => {
        if (rounds < 3 || !reply) return -1;
        const size = reply.copy(buffer as Buffer);
        reply = undefined;
        return size;
      }),
      poll: systemCall(() => {
        rounds += 1;
        return 0;
      }),
      error: () => '',
    };
    const socket = createIcmpSocket(calls, new Map([[4, file]]));
    expect(await socket.ping('192.0.2.1', 0, AbortSignal.timeout(5_000))).toEqual({
      rtt: expect.any(Number) as number,
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(rounds).toBe(3);
    expect(() => socket.ping('2001:db8::1', 0, AbortSignal.timeout(5_000))).toThrow('IPv6');
  });
});

describe('an ICMP packet', () => {
  it('carries a token that only its own reply brings back', () => {
    for (const family of [4, 6] as const) {
      const { packet, token } = echoRequest(family, 7, 1);
      expect(replyToken(family, packet)).toBeUndefined();
      const reply = Buffer.from(packet);
      reply[0] = family === 4 ? 0 : 129;
      expect(replyToken(family, reply)).toBe(token);
      expect(replyToken(family, reply.subarray(0, 20))).toBeUndefined();
    }
    const { packet, token } = echoRequest(4, 7, 1);
    packet[0] = 0;
    expect(replyToken(4, Buffer.concat([Buffer.from([0x45]), Buffer.alloc(19), packet]))).toBe(token);
  });

  it('has a checksum that sums up to nothing, for IPv4', () => {
    const { packet } = echoRequest(4, 0xffff, 0xffff);
    let sum = 0;
    for (let at = 0; at < packet.length; at += 2) sum += packet.readUInt16BE(at);
    while (sum > 0xffff) sum = (sum & 0xffff) + (sum >>> 16);
    expect(sum).toBe(0xffff);
  });

  it.each([
    ['::1', '00000000000000000000000000000001'],
    ['2001:db8::a:b', '20010db80000000000000000000a000b'],
    ['1:2:3:4:5:6:7:8', '00010002000300040005000600070008'],
    ['::ffff:192.0.2.1', '00000000000000000000ffffc0000201'],
    ['fe80::1%eth0', 'fe800000000000000000000000000001'],
  ])('goes to the 16 bytes of %s', (address, bytes) => {
    expect(Buffer.from(bytesOfIpv6(address)).toString('hex')).toBe(bytes);
  });
});

function systemCall(call: (...values: unknown[]) => unknown): SystemCalls['poll'] {
  const later = (...values: unknown[]): void => {
    const done = values.at(-1) as () => void;
    setImmediate(() => {
      call(...values);
      done();
    });
  };
  return Object.assign(call, { async: later });
}

/** A way out whose lookup uses up the time of the run, so that no reply can count any more. */
function endedBy(address: string): Outbound {
  return {
    ...createOutbound(),
    lookup: (_, signal) =>
      new Promise((resolve) => {
        signal?.addEventListener('abort', () => resolve([{ address, family: 4 }]));
      }),
  };
}
