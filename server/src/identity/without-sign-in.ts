import { HEALTH_ONLY_AREAS, HEALTH_ONLY_ROLE } from '@watchroom/contract/identity';
import type { Permission } from '@watchroom/contract/operation';
import type { FastifyInstance } from 'fastify';
import { CatalogueError } from '../platform/http/errors.ts';
import { isOwnHost } from '../platform/http/origin.ts';
import type { Callers } from '../platform/rooms/room.ts';
import { serveGetSetup } from './routes/get-setup.ts';

const permissions: ReadonlySet<Permission> = new Set<Permission>([
  'signed-in',
  'action:check.run',
  ...HEALTH_ONLY_AREAS.map((area): Permission => `${area}:read`),
]);

/** Everyone who reaches the port is the same caller, whose right never ends. */
export const callersWithoutSignIn: Callers = { signIn: false, validUntil: async () => Infinity };

/** The deployment without sign-in. The console asks how to sign in and learns that nobody does. */
export function registerWithoutSignIn(app: FastifyInstance, publicUrl: string | undefined): void {
  app.authenticate.current = async () => ({ personId: null, role: HEALTH_ONLY_ROLE, permissions });
  app.addHook('onRequest', async (request) => {
    if (!isOwnHost(request, publicUrl))
      throw new CatalogueError(
        'forbidden',
        `This server is not known as ${request.hostname}. Set WATCHROOM_URL to the address that people use.`,
      );
  });
  serveGetSetup(app, async () => ({
    needed: false,
    auth: 'none',
    permissions: [...permissions],
    registration: 'closed',
    signInFromAddress: 'never',
  }));
}
