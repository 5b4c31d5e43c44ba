import { flowLink } from '../flows/flow-link.ts';
import type { Mail } from './outbox.ts';

/**
 * No mail holds the name of a person: whoever registers or is invited chose his own, and a mail of ours must not carry
 * the words of a stranger to somebody else.
 */
const mail = (kind: string, to: string, subject: string, paragraphs: readonly string[]): Mail => ({
  kind,
  to,
  subject,
  body: `${paragraphs.join('\n\n')}\n\nWatchroom\n`,
});

const IGNORE = 'If you did not request this, ignore this mail.';

/** @param token of the link: opens the account, once. */
export function recoveryMail(to: string, linkBase: string, secret: { code: string; token: string }): Mail {
  return mail('recovery', to, 'Recover your account', [
    'Someone, probably you, asked to recover the account with this address.',
    `Enter this code on the page where you requested it:\n\n    ${secret.code}`,
    `Or open this link:\n\n    ${flowLink(linkBase, 'recovery', { token: secret.token })}`,
    'The code and the link each work once, for 15 minutes. Do not share them: they give access to your account.',
    IGNORE,
  ]);
}

export function verificationMail(to: string, linkBase: string, secret: { code: string; token: string }): Mail {
  return mail('verification', to, 'Verify your email', [
    'Someone, probably you, uses this address for an account.',
    `To confirm that it is yours, enter this code on the page that asks for it:\n\n    ${secret.code}`,
    `Or open this link:\n\n    ${flowLink(linkBase, 'verification', { token: secret.token })}`,
    'The code and the link each work once, for 15 minutes.',
    IGNORE,
  ]);
}

/** @param link the whole one, as the inviter is shown it. */
export function invitationMail(to: string, link: string, expiresAt: Date): Mail {
  return mail('invitation', to, 'You are invited to Watchroom', [
    'An administrator created an account for you. Open this link to choose how you sign in:',
    `    ${link}`,
    `It works once, until ${timeIn(expiresAt)}. Do not share it.`,
    'If you did not expect this invitation, ignore this mail.',
  ]);
}

/** The code of a registration, which works only where it was begun: there is no link to open elsewhere. */
export function registrationMail(to: string, linkBase: string, code: string): Mail {
  return mail('registration', to, 'Your code for Watchroom', [
    `Someone, probably you, registered with this address at ${linkBase}.`,
    `Enter this code on the page where you registered:\n\n    ${code}`,
    'It works for 15 minutes. Without it, no account is created.',
    IGNORE,
  ]);
}

/** To the owner of an address with which somebody tried to register. */
export function triedRegistrationMail(to: string, linkBase: string): Mail {
  return mail('tried_registration', to, 'You already have an account', [
    'Someone, probably you, tried to register with this address, but it already has an account. Nothing was changed.',
    `Sign in:\n\n    ${linkBase}/login`,
    `If you cannot sign in, recover your account:\n\n    ${linkBase}/recovery`,
    IGNORE,
  ]);
}

export function passwordChangedMail(to: string, linkBase: string): Mail {
  return mail('password_changed', to, 'Your password was changed', [
    'The password of your account was changed, and your other sessions were ended.',
    notYou(linkBase),
  ]);
}

/** To the address that an account had: the new one may be somebody else's. */
export function emailChangedMail(to: string, linkBase: string): Mail {
  return mail('email_changed', to, 'The email of your account was changed', [
    'Your account now has a different email. Mail about it goes there, and your other sessions were ended.',
    `If this was not you, tell an administrator of ${linkBase} immediately.`,
  ]);
}

/** Ways to sign in, as mails name them. */
const METHODS = {
  totp: 'an authenticator app',
  webauthn: 'a passkey',
  lookup_secret: 'the backup codes',
  oidc: 'an account at another provider',
  token: 'an access token for scripts',
} as const;
export type MailedMethod = keyof typeof METHODS;

export function factorRemovedMail(to: string, linkBase: string, method: MailedMethod): Mail {
  return mail('factor_removed', to, 'A way to sign in was removed', [
    `Removed from your account: ${METHODS[method]}.`,
    notYou(linkBase),
  ]);
}

export function methodAddedMail(to: string, linkBase: string, method: MailedMethod): Mail {
  return mail('method_added', to, 'A way to sign in was added', [
    `Added to your account: ${METHODS[method]}.`,
    notYou(linkBase),
  ]);
}

const notYou = (linkBase: string) =>
  `If this was not you, recover your account immediately and review your profile:\n\n    ${linkBase}/recovery\n    ${linkBase}/profile-settings`;

/** `2026-03-01 12:30 UTC` */
function timeIn(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
