import type { Outbound } from '@watchroom/outbound';
import { createTransport } from 'nodemailer';
import { headerText, isMailAddress } from './mail-address.ts';
import type { MailServer } from './mail-server.ts';

/** How long the server may take to let us in, between two answers, and for everything. Milliseconds. */
export interface SendLimits {
  readonly connect: number;
  readonly silence: number;
  readonly whole: number;
}
const LIMITS: SendLimits = { connect: 15_000, silence: 20_000, whole: 60_000 };

export interface OutgoingMail {
  readonly id: string;
  readonly recipient: string;
  readonly subject: string;
  readonly body: string;
  readonly createdAt: Date;
}

/** The server took the connection and refused this mail or its recipient; another mail may fare better. */
export class RefusedMail extends Error {
  override name = 'RefusedMail';
  /** No further attempt would bring this one to its recipient (the 5yz of RFC 5321, 4.2.1). */
  readonly isFinal: boolean;

  constructor(message: string, isFinal: boolean, options?: ErrorOptions) {
    super(message, options);
    this.isFinal = isFinal;
  }
}

/**
 * Hands one mail to the server, on a connection of its own.
 * @throws RefusedMail
 * @throws Error when there is no way to the server, or none past it for any mail.
 */
export async function sendMail(
  outbound: Outbound,
  server: MailServer,
  mail: OutgoingMail,
  ending: AbortSignal,
  limits: SendLimits = LIMITS,
): Promise<void> {
  const { recipient, subject, body, id, createdAt } = mail;
  if (!isMailAddress(recipient)) throw new RefusedMail('The recipient is not one plain address.', true);
  const { host, port, tls, login, authority, sender } = server;
  const signal = AbortSignal.any([ending, AbortSignal.timeout(limits.whole)]);
  const trust = authority === undefined ? {} : { ca: authority };
  const { socket } = await outbound.connectSocket({
    host,
    port,
    signal,
    timeout: limits.connect,
    ...(tls === 'always' ? { tls: trust } : {}),
  });
  const transport = createTransport({
    host,
    port,
    secure: tls === 'always',
    secured: tls === 'always',
    requireTLS: tls === 'starttls',
    ignoreTLS: tls === 'never',
    connection: socket,
    tls: trust,
    connectionTimeout: limits.connect,
    greetingTimeout: limits.connect,
    socketTimeout: limits.silence,
    // A body or an address is never the name of a file or of a page.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(login ? { auth: { user: login.user, pass: login.password }, forceAuth: true } : {}),
  });
  try {
    await transport.sendMail({
      signal,
      envelope: { from: sender, to: [recipient] },
      from: { name: 'Watchroom', address: sender },
      to: { name: '', address: recipient },
      subject: headerText(subject),
      text: body,
      date: createdAt,
      // The same at each attempt, so that a mail that comes twice is known for one.
      messageId: `<${id}@${sender.slice(sender.lastIndexOf('@') + 1)}>`,
      // RFC 3834: no holiday notice answers it.
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
  } catch (error) {
    throw refusalIn(error) ?? error;
  } finally {
    socket.destroy();
  }
}

/** What an attempt failed of, for people; one line of at most 500 characters. */
export function reasonOf(error: unknown): string {
  return headerText(error instanceof Error ? error.message : String(error)).slice(0, 500);
}

/** What a server says of us, of our sender or of the connection may be mended, and concerns every mail. */
function refusalIn(error: unknown): RefusedMail | undefined {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return undefined;
  const { responseCode, command } = error;
  if (typeof responseCode !== 'number' || (command !== 'RCPT TO' && command !== 'DATA')) return undefined;
  return new RefusedMail(reasonOf(error), responseCode >= 500, { cause: error });
}
