import type { FastifyInstance } from 'fastify';
import { serveSchema } from '../../platform/http/schema-file.ts';
import { familySchema } from '../../platform/kinds/schema.ts';
import { serveKinds } from '../../platform/kinds/serve.ts';
import type { RoomContext } from '../../platform/rooms/room.ts';
import { registry } from '../kinds/registry.generated.ts';
import { registerTests } from './test.ts';

export function registerConnections(app: FastifyInstance, context: RoomContext): void {
  serveKinds(app, 'connections', registry);
  serveSchema(app, 'connection.schema.json', () =>
    JSON.stringify(
      familySchema(
        registry.family,
        registry.ids.flatMap((id) => registry.manifestOf(id) ?? []),
      ),
    ),
  );
  registerTests(app, context);
}
