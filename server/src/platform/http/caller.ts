import type { Permission } from '@watchroom/contract/operation';
import type { FastifyRequest } from 'fastify';
import type { Author } from '../database/author.ts';

/** Who sent a request. */
export interface Caller {
  /** Null for nobody: the deployment without sign-in. */
  readonly personId: string | null;
  /** The product role under which the database is read, without prefix. */
  readonly role: string;
  readonly permissions: ReadonlySet<Permission>;
  /** Ends when the session does; open streams end with it. */
  readonly sessionId?: string;
  /** Of a caller who came with an access token: what he opened ends when the token does. */
  readonly tokenId?: string;
  /** Of a caller who came with email and password: which ones; what they opened ends when either changes. */
  readonly passwordVersion?: string;
  /** Wall clock in ms. What the caller opened ends then, where nobody tells when what they proved is over. */
  readonly provenUntil?: number;
  /** He may ask by GET and HEAD alone, whatever his permissions. */
  readonly readOnly?: true;
}

/** Who changes rows by this request. */
export function authorOf(caller: Caller, request: FastifyRequest): Author {
  return { personId: caller.personId, ip: request.ip };
}

/** Finds out who sent a request; undefined when he did not say or what he said is not valid. */
export type Authenticate = (request: FastifyRequest) => Promise<Caller | undefined>;
