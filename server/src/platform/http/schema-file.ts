import type { FastifyInstance } from 'fastify';

/**
 * Serves a JSON Schema as `/api/schemas/{name}`, to everybody: schemas hold nothing of this installation.
 * @param read its text, asked for at every request.
 */
export function serveSchema(app: FastifyInstance, name: string, read: () => string | Promise<string>): void {
  app.get(`/api/schemas/${name}`, { config: { permission: 'public' } }, async (_request, reply) =>
    reply
      .type('application/json')
      .header('cache-control', 'no-cache')
      .send(await read()),
  );
}
