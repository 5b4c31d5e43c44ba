import type { Socket } from 'node:net';
import type { Connection } from '../../../platform/references/connection.ts';

/**
 * A connected socket for a driver that insists on connecting itself: its `connect` leads nowhere else and says that it is
 * there. So drivers take the one way out.
 */
export function driverSocket(socket: Socket): Socket {
  return Object.assign(socket, {
    connect() {
      process.nextTick(() => socket.emit('connect'));
      return socket;
    },
  });
}

/** TLS options for a driver that begins TLS itself. A name is asked for, an address is not (RFC 6066, 3). */
export function driverTls(
  { insecureTls }: Pick<Connection, 'insecureTls'>,
  host: string,
): { readonly rejectUnauthorized: boolean; readonly servername?: string } {
  const isName = !/^[\d.]+$|:/.test(host);
  return { rejectUnauthorized: !insecureTls, ...(isName && { servername: host }) };
}
