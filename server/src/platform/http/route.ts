import type { Operation } from '@watchroom/contract/operation';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Caller } from './caller.ts';
import { CatalogueError } from './errors.ts';

/** What a handler gets: input that was checked, and a caller who may do this. */
export interface Call<Query, Body> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

export interface RouteOptions<Query, Body> {
  readonly query?: z.ZodType<Query>;
  readonly body?: z.ZodType<Body>;
  /** Bytes; default is the server's. */
  readonly bodyLimit?: number;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Serves an operation of the contract: signs in, authorises, validates, handles. The path parameters `:id` and `:person` must be uuids. */
export function route<Query, Body, Result>(
  app: FastifyInstance,
  operation: Operation<Query, Body, Result>,
  options: RouteOptions<Query, Body>,
  handle: (call: Call<Query, Body>) => Promise<Result | FastifyReply>,
): void {
  app.route({
    method: operation.method,
    url: operation.path,
    config: { permission: operation.permission },
    ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
    handler: async (request, reply) => {
      const caller = await app.authorise(request, operation.permission);
      const params = (request.params ?? {}) as Record<string, string>;
      for (const id of [params['id'], params['person']])
        if (id !== undefined && !UUID.test(id)) throw new CatalogueError('not_found', `"${id}" is not an id.`);
      const result = await handle({
        params,
        query: checked(options.query, request.query, 'query') as Query,
        body: checked(options.body, request.body, 'body') as Body,
        caller,
        request,
        reply,
      });
      if (reply.sent || result === reply) return reply;
      // What depends on who asks must not be kept for the next one.
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
      if (result === undefined) return reply.code(204).send();
      return reply.send(result);
    },
  });
}

function checked(schema: z.ZodType | undefined, value: unknown, part: 'query' | 'body'): unknown {
  return schema ? checkInput(schema, value ?? {}, part) : undefined;
}

/**
 * @param part what a field without a path is called.
 * @throws CatalogueError invalid_input with the path of every wrong field.
 */
export function checkInput<Input>(schema: z.ZodType<Input>, value: unknown, part: string): Input {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const fields = Object.fromEntries(parsed.error.issues.map((issue) => [issue.path.join('.') || part, issue.message]));
  const [path, reason] = Object.entries(fields)[0] ?? [part, 'is invalid'];
  throw new CatalogueError('invalid_input', `${path}: ${reason}`, { fields });
}
