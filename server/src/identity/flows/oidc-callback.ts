import type { FlowKind } from '@watchroom/contract/identity';
import type { FastifyInstance } from 'fastify';
import type { AccountsContext } from '../context.ts';
import type { FlowEngine } from './engine.ts';
import { flowExpired } from './flow-error.ts';
import { flowHttp } from './routes.ts';

/**
 * Where a provider sends the browser back to. The `state` of its answer names the flow; only the browser that has the flow's
 * anti-forgery cookie can go on with it.
 */
export function serveOidcCallback(app: FastifyInstance, context: AccountsContext, engine: FlowEngine): void {
  const tools = flowHttp(context);
  app.get(
    '/kratos/self-service/methods/oidc/callback/:provider',
    { config: { permission: 'public' } },
    async (request, reply) => {
      const browser = await tools.recognise(request);
      const { state } = request.query as { state?: unknown };
      const flow = await flowOfState(context, typeof state === 'string' ? state : '');
      if (!flow) throw flowExpired();
      const answer = await engine.resume(flow.kind, browser, flow.id, 'oidc', {
        oidc_callback: browser.visitor.origin + request.url,
      });
      return tools.send(request, reply, flow.kind, answer);
    },
  );
}

/** A state is the flow's id, a dot, and what nobody can guess. */
async function flowOfState({ database }: AccountsContext, state: string) {
  const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\./.exec(state)?.[1];
  if (id === undefined) return undefined;
  const found = await database.query<{ id: string; kind: FlowKind }>(
    `select id, kind from identity.flows where id = $1 and internal -> 'oidc' ->> 'state' = $2 and used_at is null`,
    [id, state],
  );
  return found.rows[0];
}
