import { STATUS_CODES } from 'node:http';
import type { HttpAnswer } from '@watchroom/outbound';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CatalogueError } from '../../../platform/http/errors.ts';
import { isSameOrigin } from '../../../platform/http/origin.ts';
import { FlowError, forgedRequest } from '../../flows/flow-error.ts';
import { answerFlowErrors, noStore } from '../../flows/routes.ts';
import { headersForKratos, pathForKratos, sessionCookie } from './handed-on.ts';
import type { AskKratos } from './reach.ts';
import type { KratosSessions } from './sessions.ts';

/** The largest that is sent is the answer of a passkey. */
const BODY_LIMIT = 64 * 1024;
/** Providers of some kinds send the browser back by a form of theirs; Kratos knows it by its `state`. */
const FROM_ELSEWHERE = /^\/self-service\/methods\/(?:oidc|saml)\//;
const HANDED_BACK = ['content-type', 'location', 'set-cookie', 'retry-after'] as const;

/** Serves the flow protocol by handing it to the public interface of Kratos and back. */
export function serveKratosProxy(
  app: FastifyInstance,
  publicUrl: string | undefined,
  ask: AskKratos,
  sessions: Pick<KratosSessions, 'forget'>,
): void {
  void app.register(async (scope) => {
    answerFlowErrors(scope);
    // Bodies go on as they came, whatever they are.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    scope.route({
      method: ['GET', 'POST', 'DELETE'],
      url: '/kratos/*',
      config: { permission: 'public' },
      bodyLimit: BODY_LIMIT,
      handler: async (request, reply) => {
        noStore(reply);
        const target = pathForKratos(request.url);
        if (!target) throw new FlowError('not_found', 'There is nothing here.');
        const isSafe = request.method === 'GET' || request.method === 'HEAD';
        if (!isSafe && !FROM_ELSEWHERE.test(target.path) && !isSameOrigin(request, publicUrl)) throw forgedRequest();
        const answer = await handOn(ask, request, target.path + target.query);
        // What was asked of the session before it changed says nothing any more.
        const cookie = sessionCookie(request);
        if (cookie !== undefined && (!isSafe || target.path.startsWith('/self-service/logout')))
          sessions.forget(cookie);
        return answer ? handBack(answer, reply) : answerNothing(reply);
      },
    });
  });
}

/** @returns undefined where Kratos does not answer. */
async function handOn(ask: AskKratos, request: FastifyRequest, path: string): Promise<HttpAnswer | undefined> {
  const { method, body } = request;
  try {
    return await ask({
      method,
      path,
      headers: headersForKratos(request),
      ...(Buffer.isBuffer(body) && body.length > 0 ? { body } : {}),
    });
  } catch (error) {
    if (error instanceof CatalogueError && error.code === 'unavailable') return undefined;
    throw error;
  }
}

function handBack({ status, headers, body }: HttpAnswer, reply: FastifyReply): FastifyReply {
  for (const name of HANDED_BACK) {
    const value = headers[name];
    if (value !== undefined) reply.header(name, value);
  }
  return reply.code(status).send(body.length > 0 ? body : undefined);
}

/** In the form of the protocol; the pages wait and ask again. */
function answerNothing(reply: FastifyReply): FastifyReply {
  const reason = 'The accounts do not answer. Try again in a moment.';
  return reply.code(503).send({
    error: { code: 503, status: STATUS_CODES[503], reason, message: reason },
  });
}
