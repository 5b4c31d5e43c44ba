import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOutbound, type Outbound } from '@watchroom/outbound';
import { createCertificate, serveHttps } from './servers.ts';

/** What arrived. */
export interface Asked {
  /** `GET /path?query` */
  readonly what: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

interface Answered {
  readonly status?: number;
  /** A text is sent as it is, everything else as JSON. */
  readonly body: unknown;
}

interface StandIn extends AsyncDisposable {
  /** Leads to the stand-in under the names of the service, and trusts its certificate. */
  readonly outbound: Outbound;
  readonly asked: readonly Asked[];
}

/**
 * A hosted service on this machine: real HTTPS under its real name, on another port.
 * @param answer undefined never answers.
 */
export async function serveStandIn(host: string, answer: (asked: Asked) => Answered | undefined): Promise<StandIn> {
  const identity = createCertificate({ name: host, names: [host] });
  const asked: Asked[] = [];
  const server = await serveHttps(identity, (request, response) => {
    const { method, url, headers } = request;
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const arrived = { what: `${method} ${url}`, headers, body };
      asked.push(arrived);
      const answered = answer(arrived);
      if (!answered) return;
      const { status = 200, body: told } = answered;
      response.writeHead(status).end(typeof told === 'string' ? told : JSON.stringify(told));
    });
  });
  const folder = mkdtempSync(join(tmpdir(), 'stand-in-'));
  const hostsFile = join(folder, 'hosts');
  writeFileSync(hostsFile, `127.0.0.1 ${host}\n`);
  const real = createOutbound({ resolver: { hostsFile }, userAgent: 'Watchroom/test' });
  const { port } = server;
  const trusted = { ca: identity.cert };
  return {
    asked,
    outbound: {
      ...real,
      request(request) {
        const url = new URL(request.url);
        url.port = String(port);
        return real.request({ ...request, url: url.href, tls: { ...trusted, ...request.tls } });
      },
      connectSocket: (request) => real.connectSocket({ ...request, port, tls: { ...trusted, ...request.tls } }),
    },
    async [Symbol.asyncDispose]() {
      await real[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}
