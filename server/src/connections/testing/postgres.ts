import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import { startEmbeddedPostgres } from '@watchroom/embedded-postgres';
import pg from 'pg';

interface TestPostgres extends AsyncDisposable {
  /** On 127.0.0.1; it takes TLS where the server was given a certificate. */
  readonly port: number;
}

/** A PostgreSQL that asks for passwords, with the role `monitor`, on a port of this machine. */
export async function servePostgres(
  password: string,
  identity?: { readonly cert: string; readonly key: string },
): Promise<TestPostgres> {
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'watchroom-connections-'));
  // The database's own user passes through it.
  chmodSync(folder, 0o755);
  const rules = join(folder, 'hba.conf');
  writeFileSync(rules, 'local all monitor scram-sha-256\nlocal all all trust\n');
  chmodSync(rules, 0o644);
  const server = await startEmbeddedPostgres({ folder, fast: true, settings: { hba_file: rules } });
  const root = new pg.Client(server.connection(server.superuser, 'postgres'));
  await root.connect();
  await root.query(`create role monitor login password ${pg.escapeLiteral(password)}`);
  await root.end();

  const sockets = new Set<Socket>();
  const path = join(server.socketDirectory, `.s.PGSQL.${server.port}`);
  const relay = (client: Socket, first?: Buffer) => {
    const upstream = connect(path);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined).once('close', () => [client, upstream].forEach((one) => one.destroy()));
    }
    if (first) upstream.write(first);
    client.pipe(upstream).pipe(client);
  };
  // The embedded server has a Unix socket alone. TLS of the protocol: a request of 8 bytes, answered by S.
  const proxy = createServer((client) => {
    sockets.add(client);
    client
      .on('error', () => undefined)
      .once('data', (first: Buffer) => {
        const asksForTls = first.length === 8 && first.readInt32BE(4) === 80_877_103;
        if (!asksForTls) return relay(client, first);
        if (!identity) return client.end('N');
        client.write('S');
        return relay(new TLSSocket(client, { isServer: true, ...identity }));
      });
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  return {
    port: (proxy.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => proxy.close(resolve));
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
