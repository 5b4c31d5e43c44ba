import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer } from 'node:tls';
import type { createCertificate } from './servers.ts';

/** TLS before a server of this machine that has none of its own. */
export async function serveTls(
  port: number,
  identity: ReturnType<typeof createCertificate>,
): Promise<AsyncDisposable & { readonly port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer(identity, (client) => {
    const upstream = connect(port, '127.0.0.1');
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => [client, upstream].forEach((one) => one.destroy()));
    }
    client.pipe(upstream).pipe(client);
  });
  // A client that refuses the certificate is a case of the tests.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
