import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createAuthority, createCertificate } from '../../../../../libraries/outbound/tests/certificates.ts';
import type { MailServer } from '../mail-server.ts';

/** A mail as the server took it off the wire. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Header and body as they came. */
  readonly raw: string;
  readonly isSecure: boolean;
  readonly user: string | undefined;
}

export interface TestSmtp extends AsyncDisposable {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** How to reach it. */
  settings(changes?: Partial<MailServer>): MailServer;
}

const authority = createAuthority();
const identity = createCertificate({ name: 'localhost', names: ['localhost', '127.0.0.1'], authority });

/** An SMTP server on this machine; without further options it offers STARTTLS and asks for no sign-in. */
export async function serveSmtp(options: SMTPServerOptions = {}, port = 0): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    ...identity,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString(),
          isSecure: session.secure,
          user: typeof session.user === 'string' ? session.user : undefined,
        });
        done();
      });
    },
    ...options,
  });
  // A client that gives up in the middle is a case of the tests.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const listening = (server.server.address() as AddressInfo).port;
  return {
    port: listening,
    received,
    settings: (changes = {}) => ({
      host: '127.0.0.1',
      port: listening,
      tls: options.secure ? 'always' : 'starttls',
      login: undefined,
      authority: authority.cert,
      sender: 'watch@example.com',
      ...changes,
    }),
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** The lines of one header, unfolded. */
export function headersOf(mail: ReceivedMail | undefined, name: string): string[] {
  const [head = ''] = (mail?.raw ?? '').split('\r\n\r\n');
  return head
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
    .filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))
    .map((line) => line.slice(name.length + 1).trim());
}
