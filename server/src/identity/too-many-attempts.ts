import type { FastifyInstance } from 'fastify';
import { CatalogueError } from '../platform/http/errors.ts';

/** Refused for now; `retryAfter` is in whole seconds and becomes the answer's header. */
export class TooManyAttempts extends CatalogueError {
  readonly retryAfter: number;

  constructor(message: string, retryAfter: number) {
    super('too_many_requests', message);
    this.retryAfter = retryAfter;
  }
}

/** Adds `Retry-After` (RFC 9110, 10.2.3) wherever a route or the guard before it refuses for now. */
export function answerRetryAfter(app: FastifyInstance): void {
  app.addHook('onError', async (_request, reply, error) => {
    if (error instanceof TooManyAttempts) reply.header('retry-after', String(error.retryAfter));
  });
}
