import { kindOperations } from '@watchroom/contract/kinds';
import type { FastifyInstance } from 'fastify';
import { CatalogueError } from '../http/errors.ts';
import type { KindDeclaration } from './define.ts';
import type { KindRegistry } from './family.ts';

/** Serves the list of a room's kinds, and each of them with its schema: most pages need the list alone. */
export function serveKinds<Kind extends KindDeclaration<unknown>>(
  app: FastifyInstance,
  room: string,
  registry: KindRegistry<Kind>,
): void {
  const { list, get } = kindOperations(room);
  app.get(list.path, { config: { permission: list.permission } }, (_request, reply) =>
    reply.header('cache-control', 'no-cache').send(registry.list()),
  );
  app.get<{ Params: { readonly kind: string } }>(
    get.path,
    { config: { permission: get.permission } },
    ({ params }, reply) => {
      const manifest = registry.manifestOf(params.kind);
      if (!manifest) throw new CatalogueError('not_found', `There is no kind "${params.kind}" in ${room}.`);
      return reply.header('cache-control', 'no-cache').send(manifest);
    },
  );
}
