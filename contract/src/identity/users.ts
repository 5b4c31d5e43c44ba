import { operation } from '../operation.ts';
import type { AssuranceLevel } from './flows.ts';
import type { CreateTokenInput } from './inputs.ts';
import type { Role } from './roles.ts';

/** `POST /api/auth/invite_user` (wire contract 1.5, I7). */
export interface InviteUserInput {
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: Role;
}

/**
 * `link` is what the invited person opens; it works once, and until `expiresAt`. `mailed` is false where no mail goes out by itself.
 * `code`, where there is one, is what the page of the link asks for: it must be handed on with the link.
 */
export interface Invited {
  readonly link: string;
  readonly expiresAt: string;
  readonly mailed: boolean;
  readonly code?: string;
}

/** `POST /api/people/update` (I8). */
export interface UpdatePersonInput {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly role: Role;
  readonly active: boolean;
}

/** Answer of {@link updatePerson}: the traits as they are now. */
export interface PersonTraits {
  readonly email: string;
  readonly name: { readonly first: string; readonly last: string };
}

/** A live session, as its owner and administrators see it; times are ISO 8601. */
export interface SessionRow {
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly expiresAt: string;
  readonly assuranceLevel: AssuranceLevel;
  readonly methods: readonly string[];
  readonly userAgent: string | null;
  readonly address: string | null;
  /** The session that asks. */
  readonly isCurrent: boolean;
}

/** An access token as it is listed; the token itself is told once, by {@link createToken}. */
export interface TokenRow {
  readonly id: string;
  readonly name: string;
  readonly scope: TokenScope;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly lastUsedAt: string | null;
  readonly lastUsedAddress: string | null;
}

export type TokenScope = CreateTokenInput['scope'];

export interface CreatedToken {
  /** Shown once. */
  readonly token: string;
  readonly row: TokenRow;
}

export const inviteUser = operation<Invited, undefined, InviteUserInput>(
  'POST',
  '/api/auth/invite_user',
  'identities:write',
);
export const updatePerson = operation<PersonTraits, undefined, UpdatePersonInput>(
  'POST',
  '/api/people/update',
  'identities:write',
);
export const deletePerson = operation<undefined>('DELETE', '/api/people/:id', 'identities:write');
/** A new link for somebody who was invited and did not come; the old one ends. */
export const renewInvitation = operation<Invited>('POST', '/api/v1/identity/people/:id/invitation', 'identities:write');

export const listSessionsOf = operation<readonly SessionRow[]>(
  'GET',
  '/api/v1/identity/people/:id/sessions',
  'identities:read',
);
/** Ends one session of anybody. */
export const revokeSessionOf = operation<undefined>(
  'DELETE',
  '/api/v1/identity/people/:person/sessions/:id',
  'identities:write',
);
export const listMySessions = operation<readonly SessionRow[]>('GET', '/api/v1/identity/sessions', 'signed-in');
export const revokeMySession = operation<undefined>('DELETE', '/api/v1/identity/sessions/:id', 'signed-in');

export const listMyTokens = operation<readonly TokenRow[]>('GET', '/api/v1/identity/tokens', 'signed-in');
export const createToken = operation<CreatedToken, undefined, CreateTokenInput>(
  'POST',
  '/api/v1/identity/tokens',
  'signed-in',
);
export const revokeMyToken = operation<undefined>('DELETE', '/api/v1/identity/tokens/:id', 'signed-in');
export const listTokensOf = operation<readonly TokenRow[]>(
  'GET',
  '/api/v1/identity/people/:id/tokens',
  'identities:read',
);
export const revokeTokenOf = operation<undefined>(
  'DELETE',
  '/api/v1/identity/people/:person/tokens/:id',
  'identities:write',
);
