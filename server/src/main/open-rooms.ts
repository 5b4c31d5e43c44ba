import type { Logger } from '../platform/log/logger.ts';
import type { Database } from '../platform/database/database.ts';
import type { Background, Callers, Room, RoomContext, RoomParts } from '../platform/rooms/room.ts';
import { rooms } from './rooms.generated.ts';

export interface OpenRoom {
  readonly name: string;
  readonly servedWithoutSignIn: boolean;
  readonly parts: RoomParts;
}

export interface OpenRooms {
  readonly all: readonly OpenRoom[];
  readonly callers: Callers;
}

const declared: readonly (readonly [string, Room])[] = Object.entries(rooms);

/** What the rooms keep in the database beside the migrations; runs after them. */
export async function prepareRooms(database: Database, log: Logger): Promise<void> {
  for (const [, room] of declared) await room.prepare?.(database, log);
}

/**
 * Opens every room.
 * @param settings values of all rooms' settings by key.
 * @param release takes the call that releases a room, before anything can fail after it.
 */
export async function openRooms(
  context: Omit<RoomContext, 'callerValidUntil' | 'connections'>,
  settings: Readonly<Record<string, unknown>>,
  release: (stop: () => Promise<void>) => void,
): Promise<OpenRooms> {
  const all: OpenRoom[] = [];
  const callers = () => theOnly(all, 'callers');
  const shared: RoomContext = {
    ...context,
    callerValidUntil: (caller) => callers().validUntil(caller),
    connections: { find: (reference, namespace) => theOnly(all, 'connections').find(reference, namespace) },
  };
  for (const [name, room] of declared) {
    const parts = await room.open(shared, settings);
    release(async () => parts.stop?.());
    all.push({ name, servedWithoutSignIn: room.servedWithoutSignIn ?? false, parts });
  }
  theOnly(all, 'connections');
  return { all, callers: callers() };
}

export async function startRooms({ all }: OpenRooms): Promise<void> {
  for (const { parts } of all) await parts.start?.();
}

/** What exactly one room must offer to the others. */
function theOnly<Part extends 'callers' | 'connections'>(
  all: readonly OpenRoom[],
  part: Part,
): NonNullable<RoomParts[Part]> {
  const offering = all.filter(({ parts }) => parts[part]);
  const offered = offering[0]?.parts[part];
  if (offered === undefined || offering.length > 1)
    throw new Error(
      `one room must have the ${part}, and ${offered ? `${offering.map(({ name }) => name).join(' and ')} do` : 'none does'}`,
    );
  return offered;
}

/** Begins the background work of every room. @returns the call that ends it. */
export async function startWork({ all }: OpenRooms): Promise<() => Promise<void>> {
  const background: Background = {
    jobs: all.flatMap(({ parts }) => parts.jobs ?? []),
    reactions: all.flatMap(({ parts }) => parts.reactions ?? []),
    documents: all.flatMap(({ parts }) => parts.documents ?? []),
  };
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    const ended = await Promise.allSettled(stops.map((end) => end()));
    const errors = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    if (errors.length > 0) throw new AggregateError(errors, 'work did not end cleanly');
  };
  try {
    for (const { parts } of all) {
      const end = await parts.work?.(background);
      if (end) stops.push(end);
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}
