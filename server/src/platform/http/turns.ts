import { type CallerShare, createTurns, DataApiError } from '@watchroom/data-api';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './caller.ts';
import { CatalogueError } from './errors.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Does the work of a request when it is its caller's turn. The turn ends when the work is done and its answer is sent or
     * given up: until then it costs the database or memory. A request takes one turn at most.
     * @throws CatalogueError too_many_requests when too many of the caller's requests wait already; unavailable, unread, when
     * the client left before its turn.
     */
    inTurn: InTurn;
  }
}

export type InTurn = <T>(asked: Asked, work: () => Promise<T>) => Promise<T>;

/** A request and who sent it. */
export interface Asked {
  readonly caller: Caller;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Half of the connections with which callers read; a page of the console needs fewer requests than may wait. */
const CALLER_SHARE = { running: 3, waiting: 200 };

/** Gives each caller a share of the server; people without sign-in are told apart by their address. */
export function shareAmongCallers(app: FastifyInstance): void {
  app.decorate('inTurn', turnsOfCallers(CALLER_SHARE));
}

/** Turns of their own for work that must not take the share of other requests; they behave as {@link FastifyInstance.inTurn}. */
export function turnsOfCallers(share: CallerShare): InTurn {
  const turns = createTurns(share);
  return async <T>({ caller, request, reply }: Asked, work: () => Promise<T>): Promise<T> => {
    const answered = whenOver(reply);
    const end = await turns.take(caller.personId ?? request.ip).catch((error: unknown) => {
      throw refusal(error);
    });
    if (answered.isOver) {
      end();
      throw new CatalogueError('unavailable', 'The client left before its turn.');
    }
    const result = work();
    void Promise.allSettled([result, answered.over]).then(end);
    return result;
  };
}

function whenOver({ raw }: FastifyReply): { readonly over: Promise<void>; readonly isOver: boolean } {
  let isOver = raw.destroyed;
  const over = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true;
      resolve();
    };
    if (isOver) return end();
    raw.once('finish', end);
    raw.once('close', end);
  });
  return {
    over,
    get isOver() {
      return isOver;
    },
  };
}

function refusal(error: unknown): unknown {
  return error instanceof DataApiError
    ? new CatalogueError(
        'too_many_requests',
        `${error.message}. Try again in a second, and send fewer requests at once.`,
        {
          retryAfter: 1,
          cause: error,
        },
      )
    : error;
}
