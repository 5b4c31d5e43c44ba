import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer as createTcp, type Server } from 'node:net';
import { tellReady } from '../kit/child.ts';
import { dnsAnswer } from './dns-message.ts';
import type { TargetPorts } from './targets.ts';

// What the checks look at. Several ports of each: one address and port takes some 470 new connections a second for good.
const BODY = JSON.stringify({ status: 'ok', items: Array.from({ length: 20 }, (_, index) => index) });

async function listen(count: number, make: () => Server): Promise<number[]> {
  const servers = Array.from({ length: count }, make);
  for (const server of servers) server.listen(0, '127.0.0.1', 4096);
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return servers.map((server) => (server.address() as AddressInfo).port);
}

async function bindDns(): Promise<number> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 1024 * 1024 });
  socket.on('message', (query, from) => socket.send(dnsAnswer(query), from.port, from.address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket.address().port;
}

const ports: TargetPorts = {
  http: await listen(12, () =>
    createHttp((_, response) => response.setHeader('content-type', 'application/json').end(BODY)),
  ),
  tcp: await listen(6, () => createTcp((socket) => socket.on('error', () => {}).resume())),
  dns: [await bindDns(), await bindDns()],
};
tellReady(ports);
