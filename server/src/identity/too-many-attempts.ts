import { CatalogueError } from '../platform/http/errors.ts';

/** Refused for now; `retryAfter` is in whole seconds. */
export class TooManyAttempts extends CatalogueError {
  constructor(message: string, retryAfter: number) {
    super('too_many_requests', message, { retryAfter });
  }
}
