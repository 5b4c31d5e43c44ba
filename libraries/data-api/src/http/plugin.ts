import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DataApiError, refuse } from '../errors.ts';
import type { Caller } from '../execute/statement.ts';
import type { DataApiOptions } from '../options.ts';
import { functionMethods, relationMethods, ROOT_METHODS } from './allow.ts';
import { type Answer, sendAnswer, sendRefusal, vary } from './answer.ts';
import { createApi } from './api.ts';
import { callFunction } from './call.ts';
import { type Exchange, openExchange } from './exchange.ts';
import { findRelation } from './find.ts';
import { HookFailure } from './hooks.ts';
import { explainRaised } from './raised.ts';
import { rootDocument } from './root.ts';
import { readRelation } from './read.ts';
import { isSignOfStaleSchema, refusalOf } from './refusals.ts';
import { whenSent } from './sent.ts';
import { writeRelation } from './write.ts';

type Handle = (exchange: Exchange) => Promise<Answer>;

const VARY = 'Accept, Accept-Profile, Prefer, Range';
const STALLED_AFTER = 30_000;
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Fastify plugin that serves the schemas under the prefix it is registered with: `/` (OpenAPI), `/:relation` and
 * `/rpc/:function`. It owns every path below the prefix, and leaves the parsers and handlers of the app alone. Names in a
 * path can be long: give the app `routerOptions.maxParamLength` of 500.
 */
export async function dataApi(app: FastifyInstance, options: DataApiOptions): Promise<void> {
  const api = createApi(options, (error) => app.log.error({ err: error }, 'The catalogs could not be looked at.'));
  const callers = new WeakMap<FastifyRequest, Caller>();
  app.addHook('onClose', () => api.cache.close());
  // Before the body is read.
  app.addHook('onRequest', async (request) => {
    callers.set(request, await options.authenticate(request));
  });
  // Bodies are passed on as they are: large numbers and the order of keys would not survive a parser.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));

  const answer = async (request: FastifyRequest, caller: Caller, kind: Exchange['kind'], handle: Handle) => {
    const once = async () => handle(await openExchange(api, { request, caller, kind }));
    try {
      return await once();
    } catch (error) {
      if (!isSignOfStaleSchema(error) || !(await api.cache.refresh())) throw error;
      // What was refused before it ran can be tried again whatever it is.
      const isRepeatable = SAFE_METHODS.includes(request.method) || error instanceof DataApiError;
      if (!isRepeatable) throw error;
      return once();
    }
  };

  const route = (kind: Exchange['kind'], handle: Handle) => async (request: FastifyRequest, reply: FastifyReply) => {
    const caller = callers.get(request);
    if (!caller) throw new Error('The request was not authenticated.');
    if (request.method === 'GET' || request.method === 'HEAD') vary(reply, VARY);
    let leave: (() => void) | undefined;
    try {
      leave = await api.turns?.take(caller.key ?? caller.role);
      return sendAnswer(reply, await answer(request, caller, kind, handle));
    } catch (thrown) {
      if (thrown instanceof HookFailure) throw thrown.cause;
      const error = explainRaised(api, thrown);
      const refusal = refusalOf(error, caller.role === options.anonymousRole, options.explainConstraint);
      if (!refusal) throw error;
      if (refusal.status >= 500) request.log.error({ err: error }, 'A data request failed.');
      return sendRefusal(reply, refusal);
    } finally {
      // Until then the server holds the answer in memory.
      whenSent(reply, options.stalledAfter ?? STALLED_AFTER, () => leave?.());
    }
  };

  const routes: readonly (readonly [
    url: string,
    kind: Exchange['kind'],
    handlers: Readonly<Record<string, Handle>>,
  ])[] = [
    ['/', 'root', { GET: (exchange) => rootDocument(api, exchange), OPTIONS: () => allow(ROOT_METHODS) }],
    [
      '/:name',
      'relation',
      {
        GET: (exchange) => readRelation(api, exchange),
        POST: (exchange) => writeRelation(api, exchange),
        PATCH: (exchange) => writeRelation(api, exchange),
        PUT: (exchange) => writeRelation(api, exchange),
        DELETE: (exchange) => writeRelation(api, exchange),
        OPTIONS: (exchange) => allow(relationMethods(findRelation(exchange))),
      },
    ],
    [
      '/rpc/:name',
      'function',
      {
        GET: (exchange) => callFunction(api, exchange),
        POST: (exchange) => callFunction(api, exchange),
        OPTIONS: ({ context, raw }) => allow(functionMethods(context.schema.functions(raw.schema, raw.name))),
      },
    ],
    ['/*', 'root', {}],
  ];
  for (const [url, kind, handlers] of routes) {
    app.route({
      method: ['GET', 'HEAD', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'],
      url,
      exposeHeadRoute: false,
      handler: route(kind, async (exchange) => {
        const { method } = exchange.request;
        const handle = handlers[method === 'HEAD' ? 'GET' : method];
        if (handle) return handle(exchange);
        if (url === '/*') throw refuse.unknownPath('Invalid path specified in request URL');
        if (kind === 'function') throw refuse.badCallMethod(`Cannot use the ${method} method on RPC`);
        throw refuse.methodNotAllowed(`Unsupported HTTP method: ${method}`, {
          hint: `Here one can use ${Object.keys(handlers).join(', ')}.`,
        });
      }),
    });
  }
}

const allow = (methods: string): Promise<Answer> => Promise.resolve({ status: 200, headers: { allow: methods } });
