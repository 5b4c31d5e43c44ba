import { ConfigError, oneOf, text, type ValuesOf } from '../platform/config/setting.ts';
import { readMailServer } from './mail/mail-server.ts';

/** Who may sign in, and how. */
export const identitySettings = {
  auth: oneOf(
    {
      env: 'WATCHROOM_AUTH',
      flag: 'auth',
      description:
        'password keeps accounts itself, kratos asks an Ory Kratos; none is the health-only deployment: no sign-in, only health routes and tables are served.',
    },
    ['password', 'kratos', 'none'],
    'password',
  ),
  kratosUrl: httpUrl({
    env: 'WATCHROOM_KRATOS_URL',
    flag: 'kratos-url',
    shape: 'URL',
    description: 'Public API of the Ory Kratos that keeps the accounts, with --auth kratos.',
  }),
  kratosAdminUrl: httpUrl({
    env: 'WATCHROOM_KRATOS_ADMIN_URL',
    flag: 'kratos-admin-url',
    shape: 'URL',
    description: 'Its admin API, through which administrators invite, change and remove people.',
  }),
  adminEmail: text(
    {
      env: 'WATCHROOM_ADMIN_EMAIL',
      flag: 'admin-email',
      shape: 'EMAIL',
      description:
        'Email of the first administrator; with the password it replaces the one-time link; with --auth kratos it stands alone.',
    },
    undefined,
    (value) =>
      /^[^\s@]+@[^\s@]+$/.test(value) ? undefined : `is "${value}"; use an address such as admin@example.com`,
  ),
  adminPassword: text(
    {
      env: 'WATCHROOM_ADMIN_PASSWORD',
      flag: 'admin-password',
      shape: 'PASSWORD',
      description:
        'Password of the first administrator, at least 8 characters; prefer the environment, flags are seen by others.',
    },
    undefined,
    (value) => (value.length >= 8 ? undefined : 'is too short; use at least 8 characters'),
  ),
  registration: oneOf(
    {
      env: 'WATCHROOM_REGISTRATION',
      flag: 'registration',
      description: 'Who may create an account: everyone, only invited people, or nobody.',
    },
    ['open', 'invitation', 'closed'],
    'invitation',
  ),
  signInFromAddress: oneOf(
    {
      env: 'WATCHROOM_SIGN_IN_FROM_ADDRESS',
      flag: 'sign-in-from-address',
      description:
        'What /login does with a username and password in its address, which it clears: ask before it signs in, sign in at once (then a link on any site can sign a browser in), or never use them.',
    },
    ['ask', 'at-once', 'never'],
    'ask',
  ),
  smtpUrl: text(
    {
      env: 'WATCHROOM_SMTP_URL',
      flag: 'smtp-url',
      shape: 'URL',
      description: 'Mail server, smtp://user:password@host:587 or smtps://…; without it mails wait in the outbox.',
    },
    undefined,
    (value) =>
      /^smtps?:$/.test(URL.canParse(value) ? new URL(value).protocol : '')
        ? undefined
        : 'does not begin with smtp:// or smtps://; write smtp://user:password@host:587',
  ),
  mailFrom: text(
    {
      env: 'WATCHROOM_MAIL_FROM',
      flag: 'mail-from',
      shape: 'EMAIL',
      description: 'Sender of mails; required with WATCHROOM_SMTP_URL.',
    },
    undefined,
    (value) =>
      /^[^\s@<>]+@[^\s@<>]+$/.test(value) ? undefined : `is "${value}"; use an address such as watchroom@example.com`,
  ),
  oidc: text(
    {
      env: 'WATCHROOM_OIDC',
      flag: 'oidc',
      shape: 'FILE',
      description: 'YAML file of the OpenID Connect providers that may sign people in.',
    },
    undefined,
  ),
  breachedPasswords: text(
    {
      env: 'WATCHROOM_BREACHED_PASSWORDS',
      flag: 'breached-passwords',
      shape: 'FILE',
      description: 'File of known passwords that nobody may choose: SHA-1 in hexadecimal, sorted, one on each line.',
    },
    undefined,
  ),
};

export type IdentitySettings = ValuesOf<typeof identitySettings>;

/** @throws ConfigError with a sentence for what one setting asks of another. */
export function checkIdentitySettings(
  settings: IdentitySettings,
  { publicUrl }: { readonly publicUrl: string | undefined },
): void {
  const { auth, adminEmail, adminPassword, smtpUrl, mailFrom, kratosUrl } = settings;
  if (auth === 'kratos' && adminPassword !== undefined)
    throw new ConfigError(
      'WATCHROOM_ADMIN_PASSWORD has no place with WATCHROOM_AUTH=kratos: passwords are in Ory Kratos, and WATCHROOM_ADMIN_EMAIL alone names the first administrator.',
    );
  if (auth !== 'kratos' && (adminEmail === undefined) !== (adminPassword === undefined))
    throw new ConfigError('WATCHROOM_ADMIN_EMAIL and WATCHROOM_ADMIN_PASSWORD belong together: give both or neither.');
  if (smtpUrl !== undefined && (mailFrom === undefined || publicUrl === undefined))
    throw new ConfigError(
      'WATCHROOM_SMTP_URL needs WATCHROOM_MAIL_FROM, the sender, and WATCHROOM_URL, where the links in mails lead.',
    );
  try {
    readMailServer(smtpUrl, mailFrom);
  } catch (cause) {
    throw new ConfigError(`WATCHROOM_SMTP_URL ${cause instanceof Error ? cause.message : String(cause)}.`, { cause });
  }
  if (auth === 'kratos' && kratosUrl === undefined)
    throw new ConfigError(
      'WATCHROOM_KRATOS_URL is missing: with WATCHROOM_AUTH=kratos it says where the accounts are.',
    );
}

function httpUrl(common: { env: string; flag: string; shape: string; description: string }) {
  return text(common, undefined, (value) =>
    /^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : '')
      ? undefined
      : `is "${value}"; use an address such as http://kratos:4433`,
  );
}
