import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Database, openDatabase } from '../../server/src/platform/database/database.ts';
import { silentLog } from '../../server/testkit/silent-log.ts';

/** How to reach the embedded database of a running server. */
export interface Socket {
  readonly host: string;
  readonly port: number;
}

const PREFIX = 'watchroom_';

function postmasterFile(folder: string): string[] {
  return readFileSync(join(folder, 'postgres/postmaster.pid'), 'utf8').split('\n');
}

/** The process above all of PostgreSQL. */
export function postmasterOf(folder: string): number {
  return Number(postmasterFile(folder)[0]);
}

export function socketOf(folder: string): Socket {
  const lines = postmasterFile(folder);
  return { host: lines[4]?.trim() ?? '', port: Number(lines[3]) };
}

/** A second way into the embedded database, as its owner. */
export function openStore(socket: Socket): Database {
  const as = (user: string) => ({ ...socket, user: PREFIX + user, database: 'watchroom' });
  return openDatabase({ owner: as('owner'), authenticator: as('authenticator'), rolePrefix: PREFIX }, silentLog);
}
