import type { UiNode } from '@watchroom/contract/identity';
import { storableAddress } from '../../address.ts';
import { recordEvent } from '../../audit/audit.ts';
import { findIdentityByEmail } from '../../identities.ts';
import { queueMail } from '../../mail/outbox.ts';
import { factorRemovedMail, methodAddedMail } from '../../mail/texts.ts';
import { comeBack, setOut } from '../../oidc/journey.ts';
import { type Pending, takePending } from '../../oidc/pending.ts';
import {
  findOwner,
  insertProviderAccount,
  linkedProviders,
  markUsed,
  removeProviderAccount,
} from '../../oidc/provider-accounts.ts';
import { ProviderError } from '../../oidc/provider-error.ts';
import * as refusals from '../../oidc/refusals.ts';
import type { Vouched } from '../../oidc/vouched.ts';
import type { OidcProvider } from '../../oidc/provider.ts';
import { flowExpired } from '../flow-error.ts';
import { invitationOf } from '../flow-invitation.ts';
import type {
  FlowMethod,
  Proved,
  Redirected,
  Refused,
  Registering,
  Saving,
  Sent,
  SettingsStep,
  Step,
} from '../method.ts';
import { info, submit } from '../nodes.ts';

/**
 * What a provider vouches for. A first submit names the provider (`provider`, in settings `link`) and sends the browser there;
 * a second one brings the address to which it came back as `oidc_callback`.
 */
export const oidcMethod: FlowMethod = {
  name: 'oidc',
  group: 'oidc',
  fields: ['provider', 'link', 'unlink'],
  login: {
    nodes: async (step) =>
      (await offeredToSignIn(step)).map((provider) =>
        providerButton(provider, 1010002, `Sign in with ${provider.label}`),
      ),
    submit: (step, sent) => travel(step, sent, 'provider', (provider, vouched) => enter(step, provider, vouched)),
  },
  registration: {
    nodes: async ({ context }) =>
      context.oidcProviders.map((provider) => providerButton(provider, 1040002, `Sign up with ${provider.label}`)),
    submit: (step, sent) => travel(step, sent, 'provider', (provider, vouched) => enter(step, provider, vouched)),
    async store(transaction, personId, credential) {
      const account = JSON.parse(credential) as NewProviderAccount;
      if (!(await insertProviderAccount(transaction, { ...account, personId }))) throw flowExpired();
    },
  },
  settings: {
    nodes: settingsNodes,
    submit: async (step, sent) =>
      typeof sent['unlink'] === 'string'
        ? unlink(step, sent['unlink'])
        : travel(step, sent, 'link', (provider, vouched) => link(step, provider, vouched)),
  },
};

/** What a registration keeps of the account at the provider. */
type NewProviderAccount = Omit<Parameters<typeof insertProviderAccount>[1], 'personId'>;

type Arrived<Outcome> = (provider: OidcProvider, vouched: Vouched) => Promise<Outcome | Refused>;

/** To the provider, or back from it. */
async function travel<Outcome>(
  step: Step,
  sent: Sent,
  field: 'provider' | 'link',
  arrive: Arrived<Outcome>,
): Promise<Outcome | Refused | Redirected> {
  const address = sent['oidc_callback'];
  const pending = typeof address === 'string' ? await takePending(step) : undefined;
  if (typeof address === 'string' && !pending) return refusals.notOnTheWay();
  const provider = providerOf(step, pending?.provider ?? sent[field]);
  if (!provider) return refusals.notOffered();
  try {
    if (typeof address !== 'string' || !pending) return { outcome: 'redirected', ...(await setOut(step, provider)) };
    return await arrive(provider, await comeBack(step, provider, pending, address));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return failed(step, provider, error, pending);
  }
}

async function failed(
  { context, ip }: Step,
  provider: OidcProvider,
  { failure, message }: ProviderError,
  pending: Pending | undefined,
): Promise<Refused> {
  if (failure !== 'cancelled')
    context.log.warn({ provider: provider.id, failure, reason: message }, 'a provider signed nobody in');
  if (pending && (failure === 'untrusted' || failure === 'over'))
    await recordEvent(context.database, {
      action: 'sign_in_failed',
      personId: null,
      ip: storableAddress(ip),
      details: { method: 'oidc', provider: provider.id, reason: failure },
    });
  return refusals.providerFailed(provider, failure);
}

/** In login and registration alike: who is known comes in, who is not gets an account, where that is allowed. */
async function enter(
  step: Step,
  provider: OidcProvider,
  { subject, person }: Vouched,
): Promise<Proved | Registering | Refused> {
  const { database, clock } = step.context;
  const owner = await findOwner(database, provider.id, subject);
  if (owner !== undefined) {
    await markUsed(database, provider.id, subject, new Date(clock.now()));
    return {
      outcome: 'proved',
      personId: owner,
      method: 'oidc',
      level: 'aal1',
      stillHolds: async (transaction) => (await findOwner(transaction, provider.id, subject)) === owner,
    };
  }
  const { email, isVerified, first, last } = await person();
  // Before the look at our accounts: an address that anybody can claim must not tell who has one here.
  if (email === '' || !isVerified) return refusals.noVerifiedEmail(provider);
  const known = await findIdentityByEmail(database, email);
  // An address is no proof: whoever gets hold of it at the provider would get the account here.
  if (known && known.state !== 'invited') return refusals.emailIsTaken(provider, email);
  if (known && !invitationOf(step)) return refusals.isInvited(email);
  return {
    outcome: 'registering',
    traits: { email, name: { first, last } },
    isVerified,
    method: 'oidc',
    level: 'aal1',
    credential: JSON.stringify({ provider: provider.id, subject, email } satisfies NewProviderAccount),
  };
}

async function link(
  { context, account }: SettingsStep,
  provider: OidcProvider,
  { subject, person }: Vouched,
): Promise<Saving> {
  const { personId } = account;
  const { email } = await person();
  return {
    outcome: 'saving',
    async change(transaction) {
      if (await insertProviderAccount(transaction, { provider: provider.id, subject, personId, email })) {
        await queueMail(transaction, methodAddedMail(account.email, context.linkBase(), 'oidc'));
        return undefined;
      }
      const owner = await findOwner(transaction, provider.id, subject);
      return owner === undefined || owner === personId
        ? refusals.oneIsLinked(provider)
        : refusals.accountIsTaken(provider);
    },
  };
}

function unlink({ context, account }: SettingsStep, id: string): Saving {
  const label = labelOf(context.oidcProviders, id);
  const offered = context.oidcProviders.map((provider) => provider.id);
  return {
    outcome: 'saving',
    // Perhaps that account is in other hands now, and so are sessions that began with it.
    endsOtherSessions: true,
    async change(transaction) {
      const result = await removeProviderAccount(transaction, account.personId, id, offered);
      if (result === 'last') return refusals.lastWayIn(label);
      if (result === 'absent') return refusals.isNotLinked(label);
      await queueMail(transaction, factorRemovedMail(account.email, context.linkBase(), 'oidc'));
      return undefined;
    },
  };
}

/** No second factor is offered, and who confirms that it is him has only what is linked with his account. */
async function offeredToSignIn({ context, flow, account }: Step): Promise<readonly OidcProvider[]> {
  const { oidcProviders, database } = context;
  if (flow.requestedLevel === 'aal2' || oidcProviders.length === 0) return [];
  if (!flow.refresh || !account) return oidcProviders;
  const linked = await linkedProviders(database, account.personId);
  return oidcProviders.filter(({ id }) => linked.includes(id));
}

/** What is linked can be unlinked, also where its provider is not configured any more. */
async function settingsNodes({ context, account }: SettingsStep): Promise<readonly UiNode[]> {
  const { oidcProviders, database } = context;
  const linked = await linkedProviders(database, account.personId);
  const free = oidcProviders.filter(({ id }) => !linked.includes(id));
  const button = (name: 'link' | 'unlink', number: number, verb: string, id: string) => {
    const label = labelOf(oidcProviders, id);
    return submit('oidc', name, id, info(number, `${verb} ${label}`, { provider: label, provider_id: id }));
  };
  return [
    ...free.map(({ id }) => button('link', 1050002, 'Link', id)),
    ...linked.map((id) => button('unlink', 1050003, 'Unlink', id)),
  ];
}

function providerButton({ id, label }: OidcProvider, number: number, text: string): UiNode {
  return submit('oidc', 'provider', id, info(number, text, { provider: label, provider_id: id }));
}

function providerOf({ context }: Step, id: unknown): OidcProvider | undefined {
  return context.oidcProviders.find((provider) => provider.id === id);
}

function labelOf(providers: readonly OidcProvider[], id: string): string {
  return providers.find((provider) => provider.id === id)?.label ?? id.slice(0, 40);
}
