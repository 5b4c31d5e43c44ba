import { expect } from 'vitest';
import type { CallerName, DataApiServer } from './data-api-server.ts';

export interface Listener {
  /** How often the text was heard since the listener began. */
  count(text: string): number;
  /** All that was heard since. */
  text(): string;
  close(): void;
}

/** Opens the change stream and waits until it has told of everything that was changed before. */
export async function listenFromNow({ listen, database }: DataApiServer, caller: CallerName): Promise<Listener> {
  const stream = await listen(caller);
  const marker = { table: 'people', ids: 'many', tx: crypto.randomUUID() };
  await database.query(`select pg_notify('watchroom_changes', $1)`, [JSON.stringify(marker)]);
  // Messages keep their order.
  await expect.poll(() => stream.text()).toContain(marker.tx);
  const before = stream.text().indexOf(marker.tx);
  const text = () => stream.text().slice(before);
  return { count: (part) => text().split(part).length - 1, text, close: stream.close };
}
