import { type IdentityTraits, UI_TEXT } from '@watchroom/contract/identity';
import type { Queryable } from '../../platform/database/database.ts';
import { findIdentity } from '../identities.ts';
import { canonicalEmail } from '../people.ts';
import { proofOf } from '../sessions.ts';
import { useInvitation } from '../users/invitations.ts';
import { flowExpired } from './flow-error.ts';
import { insertPerson } from './insert-person.ts';
import { findMethod } from './methods/index.ts';
import { beginPending } from './pending-registration.ts';
import { invitationOf, invitationOver, mayRegister, openInvitation } from './flow-invitation.ts';
import type { Registering } from './method.ts';
import { failure } from './nodes.ts';
import type { Submitted, VisitorStep } from './rules.ts';
import { beginSession } from './sign-in.ts';
import { traitProblems } from './traits.ts';

/** Makes the account that a method stands for, where this flow may: for who was invited, or for everybody. */
export async function registerAccount(step: VisitorStep, registering: Registering): Promise<Submitted> {
  if (!mayRegister(step)) return { outcome: 'refused', messages: [noAccount] };
  const traits = { ...registering.traits, email: canonicalEmail(registering.traits.email) };
  const fields = traitProblems(traits);
  if (fields) return { outcome: 'refused', fields };
  const invited = invitationOf(step);
  if (!invited)
    return registering.isVerified
      ? registerVouched(step, registering, traits)
      : registerOpenly(step, registering, traits);
  if (canonicalEmail(invited.email) !== traits.email)
    return {
      outcome: 'refused',
      messages: [failure(4000040, `This invitation is for ${invited.email}. Use that address.`)],
    };
  return registerInvited(step, registering, traits, openInvitation(step, invited));
}

const noAccount = failure(
  UI_TEXT.registrationRefused,
  'You have no account here. Ask an administrator for an invitation, and open its link first.',
);
const taken = failure(4000007, 'This email has an account. Sign in to it first, then link this in your profile.');

/** The link was given to the owner of the address, so the address counts as verified and nothing is mailed. */
async function registerInvited(
  step: VisitorStep,
  registering: Registering,
  traits: IdentityTraits,
  token: string,
): Promise<Submitted> {
  const done = await within(step, async (transaction, now) => {
    const personId = await useInvitation(transaction, token, traits.email);
    if (personId === undefined) return undefined;
    await transaction.query(
      `update identity.identities set first_name = $2, last_name = $3, state = 'active', email_verified_at = $4 where id = $1`,
      [personId, traits.name.first, traits.name.last, now],
    );
    return enter(transaction, step, registering, personId);
  });
  return done ? entered(step, done) : { outcome: 'refused', messages: [invitationOver] };
}

/** A provider vouches for the address: its owner may come in, and may learn that it has an account already. */
async function registerVouched(
  step: VisitorStep,
  registering: Registering,
  traits: IdentityTraits,
): Promise<Submitted> {
  const done = await within(step, async (transaction, now) => {
    const personId = await insertPerson(transaction, traits, now);
    return personId === undefined ? undefined : enter(transaction, step, registering, personId);
  });
  return done ? entered(step, done) : { outcome: 'refused', messages: [taken] };
}

/** Answers alike whether the address has an account or not; its owner learns of it by mail. */
async function registerOpenly(step: VisitorStep, registering: Registering, traits: IdentityTraits): Promise<Submitted> {
  const next = await beginPending(step, registering, traits);
  return { outcome: 'ended', next: next.flow.url, body: { continue_with: [next] } };
}

function within<Result>(
  { context, visitor }: VisitorStep,
  work: (transaction: Queryable, now: Date) => Promise<Result>,
): Promise<Result> {
  const now = new Date(context.clock.now());
  const actor = { personId: null, ip: visitor.from.address };
  return context.database.transaction((transaction) => work(transaction, now), actor);
}

async function enter(transaction: Queryable, step: VisitorStep, registering: Registering, personId: string) {
  await findMethod(registering.method)?.registration?.store(transaction, personId, registering.credential);
  const account = await findIdentity(transaction, personId);
  if (!account) throw flowExpired();
  return beginSession(transaction, step, account, proofOf(step.context.clock, registering.method, registering.level));
}

function entered({ flow }: VisitorStep, { token, session }: Awaited<ReturnType<typeof enter>>): Submitted {
  const body = { identity: session.identity, session };
  return { outcome: 'ended', sessionToken: token, next: flow.returnTo ?? '/', body };
}
