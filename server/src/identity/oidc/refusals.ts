import type { OidcProvider } from './provider.ts';
import type { Refused } from '../flows/method.ts';
import { failure } from '../flows/nodes.ts';
import type { ProviderFailure } from './provider-error.ts';

/** As Kratos numbers an address or account that has an account already. */
const DUPLICATE = 4000007;
const GENERAL = 4000001;

function refuse(sentence: string, id = GENERAL): Refused {
  return { outcome: 'refused', messages: [failure(id, sentence)] };
}

export const notOffered = () => refuse('This way to sign in is not offered. Choose another one.');

export const notOnTheWay = () =>
  refuse('This answer was already used, or belongs to another sign-in. Please start again.');

const SENTENCES: Readonly<Record<ProviderFailure, (label: string) => string>> = {
  cancelled: (label) => `You did not continue at ${label}. Try again, or use another way.`,
  unreachable: (label) => `${label} cannot be reached now. Try again later, or use another way.`,
  unaccepted: (label) =>
    `${label} does not accept this server. Use another way, and ask an administrator to check the client and its redirect address.`,
  over: (label) => `The answer from ${label} was already used or came too late. Please start again.`,
  untrusted: (label) =>
    `The answer from ${label} could not be trusted. Please start again. If that does not help, ask an administrator.`,
};

export const providerFailed = ({ label }: OidcProvider, failed: ProviderFailure) => refuse(SENTENCES[failed](label));

export const noVerifiedEmail = ({ label }: OidcProvider) =>
  refuse(
    `${label} did not confirm an email of yours, so no account can be created with it. Verify your email at ${label}; or, if you have an account here, sign in first and link ${label} in your profile.`,
  );

export const emailIsTaken = ({ label }: OidcProvider, email: string) =>
  refuse(`An account with ${email} already exists. Sign in first, then link ${label} in your profile.`, DUPLICATE);

export const isInvited = (email: string) =>
  refuse(`You are invited as ${email}. Open the link of the invitation first; it leads to this button again.`);

export const accountIsTaken = ({ label }: OidcProvider) =>
  refuse(
    `This account at ${label} is linked to another person's account here. Sign in with it, or choose another one.`,
    DUPLICATE,
  );

export const oneIsLinked = ({ label }: OidcProvider) =>
  refuse(`An account at ${label} is already linked. Unlink it first to link another one.`, DUPLICATE);

export const isNotLinked = (label: string) => refuse(`${label} is not linked to your account.`);

export const lastWayIn = (label: string) =>
  refuse(`This is your last way to sign in. Set a password or add a passkey first, then unlink ${label}.`);
