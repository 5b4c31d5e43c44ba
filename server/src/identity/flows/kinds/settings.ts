import { UI_TEXT } from '@watchroom/contract/identity';
import type { Queryable } from '../../../platform/database/database.ts';
import type { StoredFlow } from '../flow.ts';
import { FlowError, flowExpired } from '../flow-error.ts';
import type { FlowMethod, Refused, Saving, SettingsStep, Step } from '../method.ts';
import { success } from '../nodes.ts';
import type { FlowRules, Submitted, VisitorStep } from '../rules.ts';
import { endSessionsOf, isFresh, lockSession } from '../../sessions.ts';
import { addProof } from '../sign-in.ts';
import { updateFlow } from '../store.ts';
import { secondStep } from '../second-step.ts';

/** What a person changes about his own account. */
export const settingsRules: FlowRules = {
  kind: 'settings',
  firstState: 'show_form',
  async begin(_context, visitor, { returnTo }) {
    return { personId: requireLevel(visitor, returnTo ?? null).account.personId };
  },
  judge(step) {
    const { account } = requireLevel(step, null);
    if (account.personId !== step.flow.personId)
      throw new FlowError('security_identity_mismatch', 'Someone else signed in in the meantime. Please start again.');
  },
  nodesOf: (method, step) => method.settings?.nodes(settingsStep(step)),
  async submit(method, step, sent) {
    const own = { ...step, ...requireLevel(step, null) };
    if (!method.settings?.isHarmless?.(own, sent)) requireFresh(own);
    const result = await method.settings?.submit(own, sent);
    if (result === undefined) return { outcome: 'refused' };
    return result.outcome === 'saving' ? save(method, own, result) : result;
  },
};

function settingsStep(step: Step): SettingsStep {
  return { ...step, ...requireLevel(step, null) };
}

/** @throws FlowError session_inactive, session_aal2_required. */
function requireLevel<Visitor extends Pick<Step, 'session' | 'account'>>(
  { session, account }: Visitor,
  returnTo: string | null,
): Pick<SettingsStep, 'session' | 'account'> {
  if (!session || !account) throw new FlowError('session_inactive', 'Sign in first.');
  if (account.requiredLevel > session.level) throw secondStepFirst(returnTo ?? '/profile-settings');
  return { session, account };
}

function secondStepFirst(returnTo: string): FlowError {
  return new FlowError('session_aal2_required', 'Complete the second step first.', {
    redirectTo: secondStep(returnTo),
  });
}

/** @throws FlowError session_refresh_required. */
function requireFresh({ session, flow, context }: SettingsStep): void {
  if (isFresh(context.clock, session)) return;
  throw new FlowError('session_refresh_required', 'Confirm that it is you before you change this.', {
    redirectTo: `/login?refresh=true&return_to=${encodeURIComponent(`/profile-settings?flow=${flow.id}`)}`,
  });
}

/** Carries what was refused out of the transaction, which must leave nothing of it behind. */
class RefusedChange extends Error {
  readonly refused: Refused;
  constructor(refused: Refused) {
    super('the change was refused');
    this.refused = refused;
  }
}

async function save(method: FlowMethod, step: SettingsStep & VisitorStep, saving: Saving): Promise<Submitted> {
  const { context, account, session, visitor } = step;
  const raised = saving.proves && addProof(step, session, saving.proves);
  try {
    const flow = await context.database.transaction(
      async (transaction) => {
        await judgeAgain(transaction, step);
        const refused = await saving.change(transaction);
        if (refused) throw new RefusedChange(refused);
        if (saving.endsOtherSessions) await endSessionsOf(transaction, account.personId, session.id);
        if (raised)
          await transaction.query(
            'update identity.sessions set assurance_level = $2, authentication_methods = $3 where id = $1',
            [session.id, raised.level, JSON.stringify(raised.methods)],
          );
        return showSaved(transaction, method, step, saving);
      },
      { personId: account.personId, ip: visitor.from.address },
    );
    return { outcome: 'shown', flow, ...(raised ? { session: { ...session, ...raised } } : {}) };
  } catch (error) {
    if (error instanceof RefusedChange) return error.refused;
    throw error;
  }
}

/** What was judged when the step began may be over: a stolen session must not outrun its end. @throws FlowError */
async function judgeAgain(transaction: Queryable, { context, session, flow }: SettingsStep): Promise<void> {
  const now = await lockSession(transaction, context.clock, session.id);
  if (!now) throw new FlowError('session_inactive', 'Sign in first.');
  if (now.requiredLevel > now.level) throw secondStepFirst(`/profile-settings?flow=${flow.id}`);
}

async function showSaved(
  transaction: Queryable,
  method: FlowMethod,
  { flow }: Step,
  saving: Saving,
): Promise<StoredFlow> {
  const { internal = {}, messages = [success(UI_TEXT.settingsSaved, 'Your changes have been saved.')] } = saving;
  const shown = { messages, active: method.name };
  const saved = await updateFlow(transaction, flow.id, { state: 'success', internal, shown });
  if (!saved) throw flowExpired();
  return saved;
}
