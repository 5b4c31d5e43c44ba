import type { FlowKind, FlowState, UiNode } from '@watchroom/contract/identity';
import type { AccountsContext } from '../context.ts';
import type { LiveSession } from '../sessions.ts';
import type { StoredFlow } from './flow.ts';
import type { Asked, FlowMethod, Redirected, Refused, Sent, Step } from './method.ts';
import type { Visitor } from './visitor.ts';

/** What a client asks for when it begins a flow; all from its query. */
export interface BeginQuery {
  readonly refresh: boolean;
  readonly aal: 'aal1' | 'aal2' | undefined;
  readonly invitation: string | undefined;
  /** Of the link in a mail, with which a recovery or a verification begins. */
  readonly token: string | undefined;
  /** Where the flow leads when it is over; already judged. */
  readonly returnTo: string | undefined;
}

/** What a new flow of a kind is made of. */
export type Beginning = Partial<Pick<StoredFlow, 'personId' | 'requestedLevel' | 'refresh' | 'internal' | 'shown'>>;

/** A step that was taken: what the engine answers, before it becomes HTTP. */
export type Taken =
  /** The flow goes on, as it is now; `session` where the step raised it. */
  | { readonly outcome: 'shown'; readonly flow: StoredFlow; readonly session?: LiveSession }
  /** It is over; `sessionToken` is the cookie of who was signed in, `next` where a browser goes that came by an address. */
  | { readonly outcome: 'ended'; readonly body: object; readonly next: string; readonly sessionToken?: string }
  /** It is over, and the browser goes to a page of ours. */
  | { readonly outcome: 'moved'; readonly to: string; readonly sessionToken?: string };

export type Submitted = Refused | Asked | Redirected | Taken;

/** A step with who takes it. */
export interface VisitorStep extends Step {
  readonly visitor: Visitor;
}

/** What makes a kind of flow: who may begin it, what it shows beside its methods, and what comes of them. */
export interface FlowRules {
  readonly kind: FlowKind;
  readonly firstState: FlowState;
  /** @throws FlowError where this visitor may not begin one. */
  begin(context: AccountsContext, visitor: Visitor, query: BeginQuery): Promise<Beginning>;
  /** Judges who reads or sends the flow. @throws FlowError */
  judge?(step: Step): void;
  /** What stands beside the methods. */
  nodes?(step: Step): readonly UiNode[];
  /** False where no method applies now, for example in a registration that is closed. */
  offersMethods?(step: Step): boolean;
  /** What a method shows in this kind of flow; undefined where it has no part in it. */
  nodesOf(method: FlowMethod, step: Step): Promise<readonly UiNode[]> | undefined;
  submit(method: FlowMethod, step: VisitorStep, sent: Sent): Promise<Submitted>;
}
