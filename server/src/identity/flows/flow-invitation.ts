import { UI_TEXT } from '@watchroom/contract/identity';
import type { AccountsContext } from '../context.ts';
import { findInvitation } from '../users/invitations.ts';
import type { Step } from './method.ts';
import { failure } from './nodes.ts';

/** Whom a registration flow was begun for. */
export interface FlowInvitation {
  /** Sealed, since it opens an account. */
  readonly token: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

const SEALED_FOR = 'invitation of a registration';

export const invitationOver = failure(
  UI_TEXT.registrationRefused,
  'This invitation is no longer valid. Ask the person who invited you for a new link.',
);

/** What a flow keeps of an invitation; undefined for one that was used, has expired, or never was. */
export async function keepInvitation(context: AccountsContext, token: string): Promise<FlowInvitation | undefined> {
  const found = await findInvitation(context.database, token);
  if (!found) return undefined;
  const { email, firstName, lastName } = found;
  return { token: context.secretBox.seal(token, SEALED_FOR), email, firstName, lastName };
}

export function invitationOf({ flow }: Step): FlowInvitation | undefined {
  return flow.internal['invitation'] as FlowInvitation | undefined;
}

export function openInvitation({ context }: Step, { token }: FlowInvitation): string {
  return context.secretBox.open(token, SEALED_FOR);
}

/** Whether this flow may make an account at all. */
export function mayRegister(step: Step): boolean {
  const { registration } = step.context;
  return registration !== 'closed' && (registration === 'open' || invitationOf(step) !== undefined);
}
