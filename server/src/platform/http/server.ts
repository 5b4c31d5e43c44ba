import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import { nestsDeeper, REQUEST_LIMITS } from '@watchroom/data-api';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { loggableUrl } from '../log/hide-secrets.ts';
import { type LogLevel, REDACTED_PATHS } from '../log/logger.ts';
import { answerBrokenRequest, HEAD_LIMIT } from './broken-request.ts';
import { CatalogueError, errorBody, fromDatabase } from './errors.ts';
import { guardRoutes } from './guard.ts';
import { normalisePath } from './path.ts';
import { shareAmongCallers } from './turns.ts';

export interface HttpOptions {
  readonly logLevel: LogLevel;
  /** Where log lines go; standard output when absent. */
  readonly logStream?: NodeJS.WritableStream;
  readonly trustedProxies: readonly string[];
  /** Public address; its scheme decides whether browsers are told to stay on https. */
  readonly publicUrl: string | undefined;
}

/** One mebibyte: the largest document is the documents folder's affair, a request is typed or made by a small script. */
const BODY_LIMIT = 1024 * 1024;

/** Levels of JSON, the same as in the data API: what looks into a body may then call itself for each of them. */
const BODY_DEPTH = REQUEST_LIMITS.bodyDepth;

/** The HTTP server without routes: logs, headers, limits, errors, and the guard that every route goes through. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const secure = options.publicUrl?.startsWith('https:') ?? false;
  const app = Fastify({
    logger: {
      level: options.logLevel,
      redact: { paths: REDACTED_PATHS, censor: '[redacted]' },
      serializers: { req: loggedRequest },
      ...(options.logStream ? { stream: options.logStream } : {}),
    },
    // A console that polls would fill the log: requests are logged where somebody looks for them.
    logController: new DiscreetLog({
      disableRequestLogging: options.logLevel !== 'debug' && options.logLevel !== 'trace',
    }),
    trustProxy: options.trustedProxies.length > 0 ? [...options.trustedProxies] : false,
    bodyLimit: BODY_LIMIT,
    http: { maxHeaderSize: HEAD_LIMIT },
    clientErrorHandler: answerBrokenRequest,
    requestTimeout: 60_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    rewriteUrl: (request) => normalisePath(request.url ?? '/', request),
    genReqId: () => crypto.randomUUID(),
  });

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
  });
  await app.register(compress, {
    global: true,
    threshold: 1024,
    encodings: ['br', 'gzip'],
    // The highest quality, which is the default, takes a second for half a megabyte; this one takes ten milliseconds.
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  });
  await app.register(cookie);

  // Clients of the wire contract send no body and still call it JSON.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else if (nestsDeeper(String(text), BODY_DEPTH))
      done(new CatalogueError('bad_request', `The JSON of the body is nested deeper than ${BODY_DEPTH} levels.`));
    else void parseJson(request, String(text), done);
  });

  guardRoutes(app, options.publicUrl);
  // What depends on the caller must not be kept for the next one; an answer that is the same for everybody says how long it may be.
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });

  shareAmongCallers(app);
  // A hook, since a scope may have an error handler of its own.
  app.addHook('onError', async (_request, reply, error) => {
    if (error instanceof CatalogueError && error.retryAfter !== undefined)
      reply.header('retry-after', String(error.retryAfter));
  });
  app.setErrorHandler((error: Error & { statusCode?: number; code?: string }, request, reply) => {
    const known = error instanceof CatalogueError ? error : (fromFastify(error, request) ?? fromDatabase(error));
    if (known) {
      if (known.code === 'unauthenticated' && request.headers.authorization !== undefined)
        reply.header('www-authenticate', 'Basic realm="Watchroom", charset="UTF-8"');
      return reply.code(known.status).send(known.body());
    }
    request.log.error({ err: error }, 'a request failed');
    return reply
      .code(500)
      .send(
        errorBody('internal', `The server failed to handle this request. Its log has the details under ${request.id}.`),
      );
  });
  return app;
}

/** Fastify writes the whole address of what it does not find. */
class DiscreetLog extends LogController {
  override routeNotFound(request: FastifyRequest): void {
    if (!this.isLogDisabled(request)) request.log.info({ req: request }, 'there is nothing at this address');
  }
}

/** What the log tells of a request; what calls itself one and is none is logged as it is. */
function loggedRequest(request: {
  method?: string;
  url?: string;
  host?: string;
  ip?: string;
}): Record<string, unknown> {
  const { method, url, host, ip } = request;
  return url === undefined ? { ...request } : { method, url: loggableUrl(url), host, remoteAddress: ip };
}

function fromFastify(
  error: { statusCode?: number; code?: string; message: string },
  { routeOptions: { bodyLimit } }: FastifyRequest,
): CatalogueError | undefined {
  if (error.statusCode === 413) return new CatalogueError('too_large', `The body is larger than ${bodyLimit} bytes.`);
  if (error.statusCode === 404) return new CatalogueError('not_found', 'There is nothing here.');
  if (error.statusCode !== undefined && error.statusCode < 500 && error.code?.startsWith('FST_'))
    return new CatalogueError('bad_request', error.message);
  return undefined;
}
