import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A web server to be watched, that can be told to fail. */
export interface Target extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  status: number;
  readonly requests: number;
  /** Stops listening, as a server that was killed. */
  kill(): Promise<void>;
}

export async function startTarget(): Promise<Target> {
  let requests = 0;
  const server = createServer((_request, response) => {
    requests += 1;
    response.writeHead(target.status, { 'content-type': 'text/plain', connection: 'close' }).end('up');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const kill = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  const target: Target = {
    url: `http://127.0.0.1:${port}`,
    port,
    status: 200,
    get requests() {
      return requests;
    },
    kill,
    [Symbol.asyncDispose]: kill,
  };
  return target;
}
