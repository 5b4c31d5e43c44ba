import type { Permission } from '@watchroom/contract/operation';
import type { FastifyRequest } from 'fastify';

/** Who sent a request. */
export interface Caller {
  /** Null for nobody: the deployment without sign-in. */
  readonly personId: string | null;
  /** The product role under which the database is read, without prefix. */
  readonly role: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Ends when the session does; open streams end with it. */
  readonly sessionId?: string;
}

/** Finds out who sent a request; undefined when he did not say or what he said is not valid. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller | undefined>;
