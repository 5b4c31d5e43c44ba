import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { dnsQuery } from './dns-message.ts';
import { kindOfCheck, portOf, type TargetPorts } from './targets.ts';

/** The barest request that Node.js allows on a new connection; the body is read. */
export function bareRequest(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, agent: false }, (answer) => answer.resume().once('end', resolve))
      .on('error', reject)
      .end();
  });
}

async function bareConnection(port: number): Promise<void> {
  const socket = connect({ host: '127.0.0.1', port });
  await once(socket, 'connect');
  socket.destroy();
}

async function bareLookup(port: number, number: number): Promise<void> {
  const socket = createSocket('udp4');
  socket.send(dnsQuery(number & 0xffff, 'bench.test'), port, '127.0.0.1');
  await once(socket, 'message');
  socket.close();
}

function bareCheck(ports: TargetPorts, number: number): Promise<void> {
  const kind = kindOfCheck(number);
  if (kind === 'http') return bareRequest(portOf(ports.http, number));
  return kind === 'tcp' ? bareConnection(portOf(ports.tcp, number)) : bareLookup(portOf(ports.dns, number), number);
}

/** The same connections at the same pace with nothing around them. @returns the share of a core that they take. */
export async function bareLoad(ports: TargetPorts, perSecond: number, duration: number): Promise<number> {
  const began = performance.now();
  const before = process.cpuUsage();
  const flights = new Set<Promise<void>>();
  let sent = 0;
  while (performance.now() - began < duration) {
    const due = Math.floor(((performance.now() - began) / 1000) * perSecond);
    for (; sent < due; sent += 1) {
      const flight = bareCheck(ports, sent).finally(() => flights.delete(flight));
      flights.add(flight);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  await Promise.all(flights);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / (performance.now() - began);
}

/** How late the timers of a bare process are at this pace. @returns milliseconds, one per timer. */
export async function bareTimers(perSecond: number, duration: number): Promise<number[]> {
  const count = Math.round((perSecond * duration) / 1000);
  const began = performance.now();
  return Promise.all(
    Array.from({ length: count }, (_, number) => {
      const due = began + 50 + (number * 1000) / perSecond;
      return new Promise<number>((resolve) => {
        setTimeout(() => resolve(Math.max(0, performance.now() - due)), due - performance.now());
      });
    }),
  );
}
