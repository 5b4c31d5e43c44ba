import type { AssuranceLevel, FlowSession } from '@watchroom/contract/identity';
import type { Queryable } from '../../platform/database/database.ts';
import { recordEvent } from '../audit/audit.ts';
import { flowIdentity, type IdentityAccount } from '../identities.ts';
import { createSession, endSession, findLiveSession, type LiveSession, type SessionProof } from '../sessions.ts';
import { flowExpired } from './flow-error.ts';
import type { Evidence } from './method.ts';
import type { VisitorStep } from './rules.ts';
import { takeFlow } from './store.ts';

/** A session as the flow protocol tells it. */
export function flowSession(session: LiveSession, account: IdentityAccount): FlowSession {
  return {
    id: session.id,
    active: true,
    issued_at: session.createdAt.toISOString(),
    expires_at: session.expiresAt.toISOString(),
    authenticated_at: session.authenticatedAt.toISOString(),
    authenticator_assurance_level: session.level,
    authentication_methods: session.methods,
    identity: flowIdentity(account),
    devices: [
      {
        id: session.id,
        ...(session.address === null ? {} : { ip_address: session.address }),
        ...(session.userAgent === null ? {} : { user_agent: session.userAgent }),
      },
    ],
  };
}

/** Thrown where what was proved holds no more: it leaves nothing of the transaction behind. */
export class ProofIsOver extends Error {}

/**
 * Uses the flow up and begins a session, in place of the one that this browser had: nobody could end that one any more, and
 * an identifier that was known before the sign-in is worth nothing after it.
 * @param evidence asked under the lock of the account; absent where the credential was made in this transaction.
 * @throws FlowError self_service_flow_expired where the flow was used meanwhile, ProofIsOver.
 */
export async function beginSession(
  transaction: Queryable,
  step: VisitorStep,
  account: IdentityAccount,
  proof: SessionProof,
  { evidence, action = 'sign_in' }: { evidence?: Evidence; action?: 'sign_in' | 'recovery' } = {},
): Promise<{ token: string; session: FlowSession }> {
  const { context, visitor, flow } = step;
  const now = new Date(context.clock.now());
  const active = await transaction.query(
    `select 1 from identity.identities where id = $1 and state = 'active' for update`,
    [account.personId],
  );
  if (active.rowCount !== 1 || (evidence && !(await evidence(transaction)))) throw new ProofIsOver();
  if (!(await takeFlow(transaction, flow.id, now))) throw flowExpired();
  const wasThere = visitor.session !== undefined && (await endSession(transaction, visitor.session.id));
  // What builds on a session needs it to be there still.
  if (flow.personId !== null && !wasThere) throw new ProofIsOver();
  await transaction.query('update identity.people set last_login = $2 where id = $1', [account.personId, now]);
  const token = await createSession(transaction, context.clock, account.personId, visitor.from, proof);
  await recordEvent(transaction, {
    action,
    personId: account.personId,
    ip: visitor.from.address,
    details: { methods: proof.methods.map(({ method }) => method), level: proof.level },
  });
  const session = await findLiveSession(transaction, context.clock, token);
  if (!session) throw new Error('the session that was just begun is not there');
  return { token, session: flowSession(session, account) };
}

/** What was proved, added to what the session had proved before. */
export function addProof(
  step: VisitorStep,
  before: LiveSession | undefined,
  { method, level }: { readonly method: string; readonly level: AssuranceLevel },
): SessionProof {
  const completed_at = new Date(step.context.clock.now()).toISOString();
  const earlier = before?.methods.filter((one) => one.method !== method) ?? [];
  return {
    level: before?.level === 'aal2' || level === 'aal2' ? 'aal2' : 'aal1',
    methods: [...earlier, { method, aal: level, completed_at }],
  };
}
