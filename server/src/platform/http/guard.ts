import type { Permission } from '@watchroom/contract/operation';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Authenticate, Caller } from './caller.ts';
import { CatalogueError } from './errors.ts';
import { isSameOrigin } from './origin.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by the room that knows people; without it every guarded route answers 401. */
    authenticate: { current: Authenticate };
    /** @throws CatalogueError 401 or 403. */
    authorise(request: FastifyRequest, permission: Permission): Promise<Caller>;
    /** Of the routes of this scope that declare none of their own; see {@link declareScope}. */
    scopePermission?: Permission;
  }
  interface FastifyRequest {
    /** Once he was asked for. */
    knownCaller?: Caller | undefined;
  }
  interface FastifyContextConfig {
    /** Who may call the route: no route starts without it. */
    permission?: Permission;
  }
}

const NOBODY: Caller = { personId: null, role: 'anonymous', permissions: new Set() };
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD'];
/** Why a caller who gave a name is nobody. */
const NAMELESS: readonly string[] = ['unauthenticated', 'forbidden', 'unavailable'];

/**
 * Adds the guard. A route that does not declare who may call it fails its registration; one that is not public is
 * refused to everybody else before its body is read.
 * @param publicUrl the address of the console as people type it.
 */
export function guardRoutes(app: FastifyInstance, publicUrl: string | undefined): void {
  const authenticate: { current: Authenticate } = { current: async () => undefined };
  app.decorate('authenticate', authenticate);
  app.decorateRequest('knownCaller');

  app.decorate('authorise', async (request: FastifyRequest, permission: Permission): Promise<Caller> => {
    const isSafe = SAFE_METHODS.includes(request.method);
    if (!isSafe && !isSameOrigin(request, publicUrl))
      throw new CatalogueError('forbidden', 'The request comes from another site.');
    if (permission === 'public') return (await callerIfAny(request)) ?? NOBODY;
    request.knownCaller ??= await authenticate.current(request);
    const caller = request.knownCaller;
    if (!caller) throw new CatalogueError('unauthenticated', 'Sign in first.');
    if (permission !== 'signed-in' && !caller.permissions.has(permission))
      throw new CatalogueError('forbidden', `Your role does not allow this (${permission}).`);
    if (caller.readOnly && !isSafe) throw new CatalogueError('forbidden', 'This access token is read-only.');
    return caller;
  });

  /** Whoever may call without a name is not refused for a wrong one, nor because nobody can say now whose it is. */
  async function callerIfAny(request: FastifyRequest): Promise<Caller | undefined> {
    try {
      request.knownCaller ??= await authenticate.current(request);
    } catch (error) {
      if (!(error instanceof CatalogueError && NAMELESS.includes(error.code))) throw error;
    }
    return request.knownCaller;
  }

  app.addHook('onRoute', function (route) {
    const permission = route.config?.permission ?? this.scopePermission;
    if (permission === undefined)
      throw new Error(
        `${[route.method].flat().join(', ')} ${route.url} declares no permission: set config.permission, or serve an operation of the contract.`,
      );
    route.config = { ...route.config, permission };
    if (permission === 'public') return;
    const authorise = async (request: FastifyRequest) => void (await app.authorise(request, permission));
    route.onRequest = [authorise, ...[route.onRequest ?? []].flat()];
  });
}

/** Declares who may call the routes that a plugin adds to this scope, which knows nothing of permissions. */
export function declareScope(scope: FastifyInstance, permission: Permission): void {
  scope.decorate('scopePermission', permission);
}
