import { dataApi } from '@watchroom/data-api';
import fastify, { type FastifyInstance } from 'fastify';
import type pg from 'pg';

/** `pool` logs in as a role that inherits nothing and may become each of `roles`. */
export async function serveShop(pool: pg.Pool, roles: { clerk: string; visitor: string }): Promise<FastifyInstance> {
  const app = fastify();
  await app.register(dataApi, {
    prefix: '/api',
    pool,
    schemas: ['shop'],
    anonymousRole: roles.visitor,
    authenticate: (request) =>
      Promise.resolve({ role: request.headers.authorization === 'Bearer s3cret' ? roles.clerk : roles.visitor }),
  });
  return app;
}
