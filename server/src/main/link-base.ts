import type { FastifyInstance } from 'fastify';
import type { Config } from './settings.ts';

/** Where links lead: the configured address, else where this process listens; never what a request names. */
export function linkBase(app: FastifyInstance, { url, host, port }: Config): string {
  if (url !== undefined) return url.replace(/\/+$/, '');
  const listening = app.server.address();
  const actual = typeof listening === 'object' && listening ? listening.port : port;
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${actual}`;
}
