import type {
  AssuranceLevel,
  FlowState,
  IdentityTraits,
  NodeGroup,
  UiNode,
  UiText,
} from '@watchroom/contract/identity';
import type { Queryable } from '../../platform/database/database.ts';
import type { AccountsContext } from '../context.ts';
import type { IdentityAccount } from '../identities.ts';
import type { LiveSession } from '../sessions.ts';
import type { Shown, StoredFlow } from './flow.ts';

/** One step of one flow: what a method sees. */
export interface Step {
  readonly context: AccountsContext;
  readonly flow: StoredFlow;
  /** Who is signed in in this browser, on whatever level; always there in settings. */
  readonly session: LiveSession | undefined;
  /** The account of that session. */
  readonly account: IdentityAccount | undefined;
  /** Of the client, for limits and the audit log. */
  readonly ip: string;
  /** `https://watch.example.com`, as the browser addresses this server; never for links in mails. */
  readonly origin: string;
}

/** A step of settings: somebody is signed in. */
export type SettingsStep = Step & { readonly session: LiveSession; readonly account: IdentityAccount };

/** The values that a client sent, by the names of nodes. Of foreign shape: each method reads with care. */
export type Sent = Readonly<Record<string, unknown>>;

/** Not accepted: the flow is shown again, with status 400. */
export interface Refused extends Omit<Shown, 'active'> {
  readonly outcome: 'refused';
  readonly internal?: Readonly<Record<string, unknown>>;
}

/** Accepted, and the flow goes on: it is shown again, with status 200. */
export interface Asked extends Omit<Shown, 'active'> {
  readonly outcome: 'asked';
  readonly state?: FlowState;
  readonly internal?: Readonly<Record<string, unknown>>;
}

/** The browser must go to another site, and comes back to a route of the method. */
export interface Redirected {
  readonly outcome: 'redirected';
  readonly to: string;
  readonly internal?: Readonly<Record<string, unknown>>;
}

/** The person has proved who he is. Whether he may come in is the engine's to judge. */
export interface Proved {
  readonly outcome: 'proved';
  readonly personId: string;
  /** Told in `authentication_methods`. */
  readonly method: string;
  /** What this proof alone is worth; with the first factor before it, a second one makes aal2. */
  readonly level: AssuranceLevel;
  readonly stillHolds: Evidence;
}

/**
 * Whether what was shown is still the person's. Asked in the transaction that lets him in, under the lock of his account: a
 * password that was changed, or a key that was removed since it was compared, opens nothing.
 */
export type Evidence = (transaction: Queryable) => Promise<boolean>;

/** A new account, or one that was invited. */
export interface Registering {
  readonly outcome: 'registering';
  readonly traits: IdentityTraits;
  /** Another party vouches for the address, for example an OIDC provider. */
  readonly isVerified: boolean;
  readonly method: string;
  readonly level: AssuranceLevel;
  /** For `store` of the same method. An account whose address is not verified yet does not exist: the flow keeps this, sealed. */
  readonly credential: string;
}

/** Settings were changed. `change` runs in the transaction that also ends sessions and writes the trail. */
export interface Saving {
  readonly outcome: 'saving';
  /** Runs with the caller set. What it returns is what is wrong: then nothing that it wrote stays. */
  readonly change: (transaction: Queryable) => Promise<Refused | undefined>;
  /** All other sessions and remembered passwords of the person end. */
  readonly endsOtherSessions?: true;
  /** What the change proved about who makes it: a confirmed second factor makes the present session aal2. */
  readonly proves?: { readonly method: string; readonly level: AssuranceLevel };
  readonly messages?: readonly UiText[];
  /** Laid over the flow's, which goes on. */
  readonly internal?: Readonly<Record<string, unknown>>;
}

interface Part<Given extends Step, Outcome> {
  /** What it shows now; nothing where it does not apply, for example to somebody who has not set it up. */
  nodes(step: Given): Promise<readonly UiNode[]>;
  /** @throws TooManyAttempts */
  submit(step: Given, sent: Sent): Promise<Outcome>;
}

/** A provider's word may sign in or register with either button: it is known only when the browser comes back. */
export type LoginPart = Part<Step, Proved | Registering | Refused | Asked | Redirected>;
export type RegistrationPart = Part<Step, Registering | Proved | Refused | Asked | Redirected> & {
  /** Adds what {@link Registering.credential} says to an account that was just made. */
  store(transaction: Queryable, personId: string, credential: string): Promise<void>;
};
export type RecoveryPart = Part<Step, Proved | Refused | Asked>;
/** `proved` means here that the address is the person's. */
export type VerificationPart = Part<Step, Proved | Refused | Asked>;
export type SettingsPart = Part<SettingsStep, Saving | Refused | Asked | Redirected> & {
  /** Whether what was sent needs no fresh sign-in, as a change of names; without it everything does. */
  isHarmless?(step: SettingsStep, sent: Sent): boolean;
};

/** One way to prove who one is: one file under methods/, with a part for each flow in which it has one. */
export interface FlowMethod {
  /** Value of `method` in what a client sends. */
  readonly name: string;
  readonly group: NodeGroup;
  /** Fields that mean this method where no `method` is sent. */
  readonly fields: readonly string[];
  readonly login?: LoginPart;
  readonly registration?: RegistrationPart;
  readonly recovery?: RecoveryPart;
  readonly verification?: VerificationPart;
  readonly settings?: SettingsPart;
}
