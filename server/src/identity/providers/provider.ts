import type {
  InviteUserInput,
  Invited,
  PersonTraits,
  SessionRow,
  UpdatePersonInput,
} from '@watchroom/contract/identity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller } from '../../platform/http/caller.ts';
import type { Account } from '../people.ts';

/** A session that lets its owner in now: on the level that his account needs. */
export interface ProviderSession {
  readonly id: string;
  readonly account: Account;
  /** When its owner last proved who he is. */
  readonly authenticatedAt: Date;
}

/** Whom an email and a password let in, and what of it ends what they open. */
export interface BasicAccount {
  readonly account: Account;
  readonly proof: Pick<Caller, 'passwordVersion' | 'provenUntil'>;
}

/** Who changes an account, and from where. */
export interface Actor {
  readonly personId: string | null;
  readonly ip: string;
}

/**
 * Where accounts live and how people prove who they are. The pages speak the flow protocol to whichever provider there is;
 * access tokens, roles, people and the audit log are ours with each of them.
 */
export interface IdentityProvider {
  /** Told to the console before sign-in. */
  readonly name: 'password' | 'kratos';
  /** Serves what people sign in with: for both, the flow protocol under `/kratos`. */
  serve(app: FastifyInstance): void;
  /** The session that a request bears, in a cookie or otherwise. */
  findSession(request: FastifyRequest): Promise<ProviderSession | undefined>;
  /**
   * When a live session ends as far as is known, for open streams: wall clock in ms, Infinity where the provider does not say,
   * undefined where it is over. It prolongs nothing.
   */
  sessionValidUntil(sessionId: string): Promise<number | undefined>;
  /** The account of an email and a password, for HTTP Basic. @throws TooManyAttempts, CatalogueError unauthenticated. */
  verifyBasic(claim: { email: string; password: string; ip: string }): Promise<BasicAccount | undefined>;
  readonly accounts: AccountAdministration;
}

/** What administrators do to accounts. Roles and the person's row are written by the caller of these, in one transaction where that is possible. */
export interface AccountAdministration {
  /** @throws CatalogueError conflict: "User already exists". */
  invite(input: InviteUserInput, actor: Actor): Promise<Invited>;
  /** A new link for who was invited and did not come. @throws CatalogueError not_found, conflict. */
  renewInvitation(personId: string, actor: Actor): Promise<Invited>;
  /** @throws CatalogueError not_found, conflict (the email, the last administrator). */
  update(input: UpdatePersonInput, actor: Actor): Promise<PersonTraits>;
  /** Soft-deletes the person; account, sessions and tokens go. @throws CatalogueError not_found, conflict (the last administrator). */
  remove(personId: string, actor: Actor): Promise<void>;
  /** Live sessions of a person; `caller` is who asks. */
  listSessions(personId: string, caller: Caller): Promise<readonly SessionRow[]>;
  /** @throws CatalogueError not_found, also for a session of somebody else. */
  revokeSession(personId: string, id: string, actor: Actor): Promise<void>;
}
