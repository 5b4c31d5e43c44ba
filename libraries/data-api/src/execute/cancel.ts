import pg from 'pg';

/** What pg keeps of a client and does not declare. */
interface Addressed {
  readonly processID: number;
  readonly secretKey: number;
  readonly host: string;
  readonly port: number;
  readonly ssl: pg.ConnectionConfig['ssl'];
}

interface Cancelling extends pg.Connection {
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processID: number, secretKey: number): void;
}

/**
 * Asks the server to end what a connection is doing, over a connection of its own as the protocol wants it. It may come
 * too late and hit the next statement: the connection must not be used for another.
 */
export function cancelRunning(client: pg.PoolClient): void {
  const { processID, secretKey, host, port, ssl } = client as pg.PoolClient & Addressed;
  const connection = new pg.Connection(ssl ? { ssl } : {}) as Cancelling;
  const send = () => connection.cancel(processID, secretKey);
  // The server closes the connection without an answer. One that cannot be reached has nothing to cancel.
  connection.on('error', () => connection.stream.destroy());
  connection.once('connect', () => (ssl ? connection.requestSsl() : send()));
  connection.once('sslconnect', send);
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, host);
}
