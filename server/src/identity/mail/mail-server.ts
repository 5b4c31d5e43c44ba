import { readFileSync } from 'node:fs';
import { isMailAddress } from './mail-address.ts';

/** A mail server that takes our mails, and as whom we send. */
export interface MailServer {
  readonly host: string;
  readonly port: number;
  /** `always`: TLS from the first byte; `starttls`: asked for, and nothing is sent without it; `never`: in clear. */
  readonly tls: 'always' | 'starttls' | 'never';
  readonly login: { readonly user: string; readonly password: string } | undefined;
  /** PEM text of the authorities to trust instead of the system's. */
  readonly authority: string | undefined;
  /** Address of the sender. */
  readonly sender: string;
}

const OPTIONS = ['starttls', 'ca'];

const wrong = (what: string) => new Error(`WATCHROOM_SMTP_URL ${what}`);

/**
 * Reads the two settings of mail.
 * @param url `smtp://user:password@host:587` or `smtps://…:465`, perhaps with `?starttls=never` or `?ca=<file>`.
 * @param from `watch@example.com`.
 * @returns undefined where no server is given: mails wait in the outbox.
 * @throws Error with what to write instead; it never holds the password.
 */
export function readMailServer(url: string | undefined, from: string | undefined): MailServer | undefined {
  if (url === undefined) return undefined;
  if (!/^smtps?:\/\//.test(url) || !URL.canParse(url))
    throw wrong(
      'is no address of a mail server; write smtp://user:password@host:587 or smtps://user:password@host:465',
    );
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(url);
  const isSecure = protocol === 'smtps:';
  const unknown = [...searchParams.keys()].find((option) => !OPTIONS.includes(option));
  if (unknown !== undefined) throw wrong(`has the unknown option "${unknown}"; there are starttls and ca`);
  if (hostname === '' || !/^\/?$/.test(pathname)) throw wrong('must end after the host and the port, but for options');
  const starttls = searchParams.get('starttls') ?? 'required';
  if (!['required', 'never'].includes(starttls)) throw wrong('takes required or never for starttls');
  const tls = isSecure ? 'always' : starttls === 'never' ? 'never' : 'starttls';
  if (tls === 'never' && username !== '')
    throw wrong('sends a password in clear; leave out starttls=never or the user');
  if (username !== '' && password === '') throw wrong('has a user without a password');
  return {
    host: decoded(hostname).replace(/^\[|\]$/g, ''),
    port: port === '' ? (isSecure ? 465 : 587) : Number(port),
    tls,
    login: username === '' ? undefined : { user: decoded(username), password: decoded(password) },
    authority: authorityIn(searchParams.get('ca')),
    sender: checked(from),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw wrong('has a % that stands for nothing; a % itself is written %25');
  }
}

function authorityIn(file: string | null): string | undefined {
  if (file === null) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw wrong(`names the file ${file} as ca, which cannot be read`);
  }
}

function checked(from: string | undefined): string {
  if (from !== undefined && isMailAddress(from)) return from;
  throw wrong('needs WATCHROOM_MAIL_FROM beside it, one plain address such as watch@example.com');
}
