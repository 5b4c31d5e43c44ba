/** An SQL text made of trusted parts only, and the values that it binds. */
export interface Statement {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Of one that gives its body row by row; see {@link Envelope}. */
  readonly frame?: BodyFrame;
  /** Names of to-many embeds within each other, where rows can multiply: worth an estimate before it runs. */
  readonly multiplies?: string;
}

/** How a body is put together from its rows while they arrive. */
export interface BodyFrame {
  /** Whether only the first row is the body. */
  readonly isOne: boolean;
  readonly before: string;
  /** Before each row; before the first only where {@link isHeaded}. */
  readonly between: string;
  readonly isHeaded: boolean;
  readonly after: string;
  /** A body of more bytes is refused while it arrives. */
  readonly maxBytes: number;
  /** As are more rows, where the statement does not count them itself. */
  readonly maxRows?: number;
}

/** On whose behalf a request runs. */
export interface Caller {
  /** The PostgreSQL role; chosen by the server, never by the request. */
  readonly role: string;
  /** Who shares one allowance of requests; default is the role. */
  readonly key?: string;
  /** Settings (`app.person_id`) that hold inside the transaction. Names are trusted, values are bound. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * What every statement of this library gives; see `sql/envelope.ts`. One row has the columns below. In front of it there
 * may be one for each row of the body, with nothing else; a statement that only reads gives those alone, and the rest is
 * counted. Columns are text as the database wrote them, so that a body is passed on without being read.
 */
export interface Envelope {
  /** JSON or CSV text; null where no body was asked for. */
  readonly body: string | null;
  /** The same of a large body, in place of its text. */
  readonly bytes?: Uint8Array | undefined;
  /** Rows in the body, or rows that a write touched. */
  readonly rows: number;
  /** Rows that match without limit; null when not counted. */
  readonly total: number | null;
  /** Primary key of the one inserted row as JSON object text, for `Location`; null when there is none. */
  readonly key: string | null;
  /** Of an upsert: rows that were inserted and not updated; null when not asked. */
  readonly inserted: number | null;
  /** Settings `response.status` and `response.headers` that a function left. */
  readonly status: string | null;
  readonly headers: string | null;
}

/** Order of the columns of {@link Envelope} in every statement. */
export const ENVELOPE_COLUMNS = ['body', 'rows', 'total', 'key', 'inserted', 'status', 'headers'] as const;

export interface RunOptions {
  /** Refuses writes, also of the functions that are called. */
  readonly isReadOnly: boolean;
  /** Time zone of the transaction; known to the server. */
  readonly timezone?: string;
  /** Where names without a schema are looked for: a list of quoted identifiers. Default is that of the connection. */
  readonly searchPath?: string;
  /** Of the schema that the statement was made for. One prepared for another version takes values of the types of then. */
  readonly schemaVersion?: number;
  /** Asked when a connection is free: whether someone still waits for the answer. Default is that someone does. */
  readonly isWanted?: () => boolean;
  /** Told how to end the statement early, when nobody waits for its answer any more. @returns to be called when it is over. */
  readonly onCancellable?: (cancel: () => void) => () => void;
}

/** A transaction in steps, for what one round trip cannot decide. */
export interface CallerTransaction {
  /** Runs a statement as the caller's role. */
  run(statement: Statement): Promise<Envelope>;
  /** Plain query as the user of the pool, inside the same transaction: for hooks, never for texts of requests. */
  query<Row extends object>(text: string, values?: readonly unknown[]): Promise<{ readonly rows: Row[] }>;
}

export interface Executor {
  /** Switches to the role and runs the statement in one round trip and one transaction. */
  run(caller: Caller, statement: Statement, options: RunOptions): Promise<Envelope>;
  /** Begins, lets `work` run, and commits; rolls back when it throws or when `rollback` says so at the end. */
  transaction<Result>(
    caller: Caller,
    options: RunOptions & { readonly rollback?: () => boolean },
    work: (transaction: CallerTransaction) => Promise<Result>,
  ): Promise<Result>;
  /** Text of the plan (`explain`) of a statement as the caller, without running it unless `analyze`. */
  explain(caller: Caller, statement: Statement, options: RunOptions & { readonly explain: string }): Promise<string>;
}
