import { Agent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import type { Socket } from 'node:net';
import type { Connection } from './dial.ts';

interface WithFresh extends ClientRequestArgs {
  freshConnection?: Connection;
}

/** The `detail` of the error when a kept connection turned out to be gone before it was used. */
export const noKeptConnection = 'NO_KEPT_CONNECTION';

/** Keeps idle connections of one trust setting. It never connects by itself: whoever needs a fresh one brings it. */
export class KeepAliveAgent extends Agent {
  readonly #connections = new WeakMap<Socket, Connection>();

  constructor() {
    // Servers commonly close idle connections after 5 s; leaving first avoids most of the races.
    const options: AgentOptions = {
      keepAlive: true,
      maxFreeSockets: 8,
      maxTotalSockets: Infinity,
      timeout: 4000,
      scheduling: 'lifo',
    };
    super(options);
  }

  hasIdle(host: string, port: number): boolean {
    return (this.freeSockets[nameOf(host, port)]?.length ?? 0) > 0;
  }

  /** The part of a request's options that routes it through this agent, with the connection to use when none is idle. */
  optionsFor(fresh: Connection | undefined): ClientRequestArgs {
    const options: WithFresh = { agent: this, ...(fresh === undefined ? {} : { freshConnection: fresh }) };
    return options;
  }

  /** What is known about the connection that carried an answer. A reused one cost no time to open. */
  connectionOf(socket: Socket, reused: boolean): Connection {
    const known = this.#connections.get(socket) ?? {
      socket,
      address: socket.remoteAddress ?? '',
      certificate: undefined,
    };
    const dialed = this.#connections.get(socket)?.timings;
    return { ...known, timings: reused || dialed === undefined ? { dns: 0, connect: 0, tls: 0 } : dialed };
  }

  override getName(options: { host?: string | null; port?: number | string | null } = {}): string {
    return nameOf(options.host ?? '', Number(options.port ?? 0));
  }

  override createConnection(
    options: WithFresh,
    created?: (error: Error | null, socket: Socket) => void,
  ): Socket | undefined {
    const fresh = options.freshConnection;
    if (fresh !== undefined) {
      this.#connections.set(fresh.socket, fresh);
      return fresh.socket;
    }
    const gone = Object.assign(new Error('The kept connection is gone'), { code: noKeptConnection });
    // The agent's own callback takes an error alone.
    (created as ((error: Error) => void) | undefined)?.(gone);
    return undefined;
  }
}

function nameOf(host: string, port: number): string {
  return `${host}|${port}`;
}
