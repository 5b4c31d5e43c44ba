import { oneOf, text, yesNo } from '../platform/config/setting.ts';

/** Settings of who may sign in, and how: a part of the server's. */
export const SIGN_IN_SETTINGS = {
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
    description: 'Its admin API, by which administrators invite, change and remove people.',
  }),
  registration: oneOf(
    {
      env: 'WATCHROOM_REGISTRATION',
      flag: 'registration',
      description: 'Who may make an account: everybody, whoever was invited, or nobody.',
    },
    ['open', 'invitation', 'closed'],
    'invitation',
  ),
  signInFromAddress: yesNo(
    {
      env: 'WATCHROOM_SIGN_IN_FROM_ADDRESS',
      flag: 'sign-in-from-address',
      description: 'Whether /login takes username and password from its address, which it then clears.',
    },
    true,
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

function httpUrl(common: { env: string; flag: string; shape: string; description: string }) {
  return text(common, undefined, (value) =>
    /^https?:$/.test(URL.canParse(value) ? new URL(value).protocol : '')
      ? undefined
      : `is "${value}"; use an address such as http://kratos:4433`,
  );
}
