import type { DataApiOptions } from '@watchroom/data-api';
import type { Outbound } from '@watchroom/outbound';
import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import type { ChangeFeed } from '../changes/changes.ts';
import type { Settings, ValuesOf } from '../config/setting.ts';
import type { Connections } from '../references/connection.ts';
import type { WordsByConstraint } from '../data-api/constraint-words.ts';
import type { Database } from '../database/database.ts';
import type { DocumentKind } from '../documents/document-kind.ts';
import type { Caller } from '../http/caller.ts';
import type { Logger } from '../log/logger.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Clock } from '../time/clock.ts';
import type { Job } from './job.ts';
import type { Reaction } from './reaction.ts';

/** What every room may use; one per process. */
export interface RoomContext {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Logger;
  /** The one way out. */
  readonly outbound: Outbound;
  readonly feed: ChangeFeed;
  readonly metrics: Registry;
  /** Encrypts what is kept at rest. */
  readonly secrets: SecretBox;
  /** HMAC key, the same on all replicas. */
  readonly hashKey: Buffer;
  /** The configured address of the console; https makes cookies secure. */
  readonly publicUrl: string | undefined;
  /** Where links lead, without a trailing slash: from the configuration, never from a request. */
  linkBase(): string;
  /** Those of the room that keeps them. */
  readonly connections: Connections;
  /** {@link Callers.validUntil} of the room that knows the callers. */
  callerValidUntil(caller: Caller): Promise<number | undefined>;
  /** This process among the replicas. */
  readonly process: {
    readonly version: string;
    readonly roles: readonly ('api' | 'worker')[];
    /** No other process can be alive, as with the embedded database. */
    readonly alone: boolean;
  };
}

/** Knows who calls. Exactly one room of a process has it. */
export interface Callers {
  /** Without sign-in, only the rooms are served that declare {@link Room.servedWithoutSignIn}. */
  readonly signIn: boolean;
  /**
   * Until when a caller who opened a stream would be let in, as far as is known now: wall clock in ms, Infinity where no end
   * is known, undefined where they would be refused now.
   */
  validUntil(caller: Caller): Promise<number | undefined>;
}

/** What a room adds to the data API. */
export interface RoomTables {
  /** By relation: run before the commit of a write. */
  readonly hooks?: NonNullable<DataApiOptions['hooks']>;
  /** Mend what clients send, before the data API reads it. */
  readonly adapters?: NonNullable<DataApiOptions['adapters']>;
  /** What a caller is told when the database refuses a row. */
  readonly words?: WordsByConstraint;
  /** Relationships that no foreign key declares. */
  readonly relationships?: NonNullable<DataApiOptions['relationships']>;
  /** Relationships of rooms to come that existing clients ask for. */
  readonly futureRelationships?: NonNullable<DataApiOptions['futureRelationships']>;
}

/** What the rooms of a process run in the background. */
export interface Background {
  readonly jobs: readonly Job[];
  readonly reactions: readonly Reaction[];
  readonly documents: readonly DocumentKind[];
}

/** What an open room does. Absent members are nothing. */
export interface RoomParts {
  readonly callers?: Callers;
  readonly connections?: Connections;
  readonly tables?: RoomTables;
  readonly jobs?: readonly Job[];
  /** An event without any reaction is dropped. */
  readonly reactions?: readonly Reaction[];
  /** Kinds of documents that the folder of documents may hold. */
  readonly documents?: readonly DocumentKind[];
  /** Runs first, in every process. */
  start?(): Promise<void>;
  /** Serves routes in processes that serve the API; each route declares its permission. */
  routes?(app: FastifyInstance): void | Promise<void>;
  /** Begins what runs all the time in a worker. @returns the call that ends it. */
  work?(background: Background): Promise<() => Promise<void>>;
  /** A line for the person at the terminal once the server listens. @param url Where it is reached, without a trailing slash. */
  greet?(url: string): Promise<string | undefined>;
  /** Releases what the room holds, after the last request and all work. */
  stop?(): Promise<void>;
}

/** A room's declaration: `server/src/<room>/room.ts` exports one as `room`. The list of rooms is generated. */
export interface Room<Own extends Settings = Settings> {
  /** Flags and environment variables that belong to this room. */
  readonly settings?: Own;
  readonly servedWithoutSignIn?: true;
  /** Checks what one setting asks of another. @throws ConfigError */
  checkSettings?(settings: ValuesOf<Own>, server: { readonly publicUrl: string | undefined }): void;
  /** Prepares in the database what migrations do not hold; runs after them, with each start and each `migrate`. */
  prepare?(database: Database, log: Logger): Promise<void>;
  /** @throws ConfigError when a setting names something that cannot be used. */
  open(context: RoomContext, settings: ValuesOf<Own>): RoomParts | Promise<RoomParts>;
}

/** Keeps the types of a room's own settings while it is written. */
export function defineRoom<Own extends Settings = Record<never, never>>(room: Room<Own>): Room<Own> {
  return room;
}
