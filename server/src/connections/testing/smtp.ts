import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { createCertificate } from './servers.ts';

/** An SMTP server on this machine; without further options it offers STARTTLS and asks for no sign-in. */
export async function serveSmtp(options: SMTPServerOptions = {}): Promise<AsyncDisposable & { readonly port: number }> {
  const identity = createCertificate({ name: 'mail', names: ['mail.example'] });
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    closeTimeout: 1,
    ...identity,
    ...options,
  });
  // A client that gives up in the middle is a case of the tests.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
