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

const IGNORE = 'If you did not ask for this, you need not do anything.';

/** @param token of the link: opens the account, once. */
export function recoveryMail(to: string, linkBase: string, secret: { code: string; token: string }): Mail {
  return mail('recovery', to, 'Recover your account', [
    'Somebody, probably you, asked to recover the account of this address.',
    `Enter this code where you asked for it:\n\n    ${secret.code}`,
    `Or open this link:\n\n    ${linkBase}/recovery?token=${secret.token}`,
    'Code and link work once, for 15 minutes. Give them to nobody: they let into your account.',
    IGNORE,
  ]);
}

export function verificationMail(to: string, linkBase: string, secret: { code: string; token: string }): Mail {
  return mail('verification', to, 'Verify your email', [
    'Somebody, probably you, uses this address for an account.',
    `To show that it is yours, enter this code where you were asked for it:\n\n    ${secret.code}`,
    `Or open this link:\n\n    ${linkBase}/verification?token=${secret.token}`,
    'Code and link work once, for 15 minutes.',
    IGNORE,
  ]);
}

/** @param link the whole one, as the inviter is shown it. */
export function invitationMail(to: string, link: string, expiresAt: Date): Mail {
  return mail('invitation', to, 'You are invited to Watchroom', [
    'An administrator made an account for you. Open this link to choose how you sign in:',
    `    ${link}`,
    `It works once, until ${timeIn(expiresAt)}. Give it to nobody.`,
    'If you do not expect it, you need not do anything.',
  ]);
}

/** The code of a registration, which works only where it was begun: there is no link to open elsewhere. */
export function registrationMail(to: string, linkBase: string, code: string): Mail {
  return mail('registration', to, 'Your code for Watchroom', [
    `Somebody, probably you, registered with this address at ${linkBase}.`,
    `Type this code where you registered:\n\n    ${code}`,
    'It works for 15 minutes. Without it no account is made.',
    IGNORE,
  ]);
}

/** To the owner of an address with which somebody tried to register. */
export function triedRegistrationMail(to: string, linkBase: string): Mail {
  return mail('tried_registration', to, 'You have an account already', [
    'Somebody, probably you, tried to register with this address, which has an account already. Nothing was changed.',
    `Sign in:\n\n    ${linkBase}/login`,
    `Or, if you cannot, recover your account:\n\n    ${linkBase}/recovery`,
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
    'Your account has another email now. Mails about it go there, and your other sessions were ended.',
    `If that was not you, tell an administrator of ${linkBase} at once.`,
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
    `From your account was removed: ${METHODS[method]}.`,
    notYou(linkBase),
  ]);
}

export function methodAddedMail(to: string, linkBase: string, method: MailedMethod): Mail {
  return mail('method_added', to, 'A way to sign in was added', [
    `To your account was added: ${METHODS[method]}.`,
    notYou(linkBase),
  ]);
}

const notYou = (linkBase: string) =>
  `If that was not you, recover your account at once and look through what stands in your profile:\n\n    ${linkBase}/recovery\n    ${linkBase}/profile-settings`;

/** `2026-03-01 12:30 UTC` */
function timeIn(at: Date): string {
  return `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}
