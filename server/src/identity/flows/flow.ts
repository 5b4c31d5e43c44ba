import type { AssuranceLevel, FlowKind, FlowState, UiText } from '@watchroom/contract/identity';

/** A flow as it is stored. */
export interface StoredFlow {
  readonly id: string;
  readonly kind: FlowKind;
  readonly browserHash: Buffer;
  /** Of settings: whose they are. */
  readonly personId: string | null;
  readonly requestUrl: string;
  readonly returnTo: string | null;
  readonly requestedLevel: AssuranceLevel;
  readonly refresh: boolean;
  readonly state: FlowState;
  /** What methods keep between two steps, each under its own name. */
  readonly internal: Readonly<Record<string, unknown>>;
  readonly shown: Shown;
  readonly issuedAt: Date;
  readonly expiresAt: Date;
}

/** What the last step answered. */
export interface Shown {
  readonly messages?: readonly UiText[];
  /** Name of a node → what is wrong with it. */
  readonly fields?: Readonly<Record<string, UiText>>;
  /** Name of a node → what was typed; never a secret. */
  readonly values?: Readonly<Record<string, string>>;
  readonly active?: string;
}
