import { operation } from '../operation.ts';
import type { Role } from './roles.ts';

export * from './flows.ts';
export type { CreateTokenInput } from './inputs.ts';
export * from './mails.ts';
export * from './permissions.ts';
export { ROLES, type Role } from './roles.ts';
export { teamSchema, teamSpecSchema } from './team-schema.ts';
export * from './users.ts';

export interface Person {
  readonly id: string;
  readonly name: string;
  readonly email: string | null;
  readonly avatar: string | null;
}

/** `GET /api/auth/whoami`. */
export interface WhoAmI {
  readonly message: string;
  readonly payload: {
    readonly user: Person;
    readonly roles: readonly Role[];
    /** What the caller may do: `{area}:read`, `{area}:write` and `action:{name}`. */
    readonly permissions: readonly string[];
    readonly hostname: string;
  };
}

/** First run: makes the administrator. `token` is the last part of the one-time link that the server prints. */
export interface SetupInput {
  readonly email: string;
  readonly password: string;
  readonly token: string;
  readonly name?: string;
}

/** `GET /api/v1/identity/setup`: asked before sign-in; says nothing about people. */
export interface SetupState {
  /** True until the first administrator exists. */
  readonly needed: boolean;
  /** Who keeps the accounts; `none` is the health-only deployment: nobody signs in. */
  readonly auth: 'password' | 'kratos' | 'none';
  /** What everybody may do without signing in; empty where people sign in. */
  readonly permissions: readonly string[];
  /** Who may make an account. */
  readonly registration: 'open' | 'invitation' | 'closed';
  /** What the sign-in page does with a name and a password in its address. */
  readonly signInFromAddress: 'ask' | 'at-once' | 'never';
}

export interface About {
  readonly Version: string;
  readonly Timestamp: string;
}

export const whoAmI = operation<WhoAmI>('GET', '/api/auth/whoami', 'signed-in');
export const getSetup = operation<SetupState>('GET', '/api/v1/identity/setup', 'public');
export const setUp = operation<WhoAmI, undefined, SetupInput>('POST', '/api/v1/identity/setup', 'public');
export const about = operation<About>('GET', '/api/canary/about', 'public');
