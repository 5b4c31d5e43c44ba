// Compares this library with the barest loop that Node.js allows, new connection each time, one core each, same server.
// Prints requests per second and the ratio; the aim is at least half. Run it with: node bench/connections.ts [seconds]
import { execFileSync, fork } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer as createHttp, request as requestHttp } from 'node:http';
import { createServer as createHttps, request as requestHttps } from 'node:https';
import { type AddressInfo, connect, createServer as createNet } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect as connectTls, createSecureContext, type TLSSocket } from 'node:tls';
import { createOutbound } from '../src/index.ts';

const seconds = Number(process.argv[2] ?? 3);
const inFlight = 50;

if (process.argv[2] === 'serve') serve();
else await main();

function serve(): void {
  const folder = mkdtempSync(join(tmpdir(), 'bench-'));
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const make = `req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1 -keyout ${key} -out ${cert}`;
  execFileSync('openssl', make.split(' '), { stdio: 'ignore' });
  const pem = { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') };
  rmSync(folder, { recursive: true });
  const body = JSON.stringify({ status: 'ok', items: Array.from({ length: 20 }, (_, i) => i) });
  const answer = (_: unknown, response: { end: (text: string) => void }): void => response.end(body);
  const servers = [
    createHttp(answer),
    createHttps(pem, answer),
    createNet((socket) => socket.on('error', () => {}).resume()),
  ];
  for (const server of servers) server.listen(0, '127.0.0.1', 1024);
  const ready = servers.map((server) => new Promise((resolve) => server.once('listening', resolve)));
  void Promise.all(ready).then(() =>
    process.send?.({ ports: servers.map((server) => (server.address() as AddressInfo).port), ca: pem.cert }),
  );
}

async function measure(run: () => Promise<unknown>): Promise<{ rate: number; cpu: number }> {
  for (let i = 0; i < 100; i++) await run();
  const start = performance.now();
  const cpuStart = process.cpuUsage();
  const end = start + seconds * 1000;
  let count = 0;
  async function worker(): Promise<void> {
    while (performance.now() < end) {
      await run();
      count += 1;
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker));
  const cpu = process.cpuUsage(cpuStart);
  return { rate: count / ((performance.now() - start) / 1000), cpu: (cpu.user + cpu.system) / count };
}

async function main(): Promise<void> {
  const child = fork(import.meta.filename, ['serve']);
  const { ports, ca } = await new Promise<{ ports: number[]; ca: string }>((resolve) => {
    child.once('message', (message) => resolve(message as { ports: number[]; ca: string }));
  });
  const [http = 0, https = 0, tcp = 0] = ports;
  await using outbound = createOutbound();
  const drain = (resolve: () => void) => (answer: NodeJS.ReadableStream) => void answer.resume().once('end', resolve);
  const secureContext = createSecureContext({ ca });
  const secure = (): TLSSocket => connectTls({ host: '127.0.0.1', port: https, secureContext });
  const rows: [string, () => Promise<unknown>, () => Promise<unknown>][] = [
    [
      'http',
      () =>
        new Promise<void>((resolve, reject) =>
          requestHttp({ host: '127.0.0.1', port: http, agent: false }, drain(resolve)).on('error', reject).end(),
        ),
      () => outbound.request({ url: `http://127.0.0.1:${http}/` }),
    ],
    [
      'https, full handshake',
      () =>
        new Promise<void>((resolve, reject) =>
          requestHttps({ host: '127.0.0.1', port: https, createConnection: secure }, drain(resolve))
            .on('error', reject)
            .end(),
        ),
      () => outbound.request({ url: `https://127.0.0.1:${https}/`, tls: { ca } }),
    ],
    [
      'tcp',
      () =>
        new Promise<void>((resolve, reject) => {
          const socket = connect({ host: '127.0.0.1', port: tcp }, () => {
            socket.destroy();
            resolve();
          }).on('error', reject);
        }),
      () => outbound.connectTcp({ host: '127.0.0.1', port: tcp }),
    ],
  ];
  const wanted = process.argv[3];
  for (const [name, bare, ours] of rows) {
    if (wanted !== undefined && !name.startsWith(wanted)) continue;
    const a = await measure(bare);
    const b = await measure(ours);
    const show = (m: { rate: number; cpu: number }): string => `${m.rate.toFixed(0)}/s (${m.cpu.toFixed(0)} µs CPU)`;
    console.log(
      `${name.padEnd(24)} bare ${show(a).padEnd(24)} outbound ${show(b).padEnd(24)} ratio ${(b.rate / a.rate).toFixed(2)}, CPU ratio ${(a.cpu / b.cpu).toFixed(2)}`,
    );
  }
  child.kill();
}
