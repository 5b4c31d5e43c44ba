import pg from 'pg';

/**
 * Everything that knows the inside of pg: several statements in one round trip and, outside of a transaction, in one
 * implicit transaction. `tests/execute/batch.test.ts` fails when a release of pg changes what is relied on here.
 */

/** Columns of a row as the database wrote them. */
export type Row = readonly (string | null)[];

/** One statement of a batch. */
export interface Step {
  readonly text: string;
  readonly values: readonly (string | null)[];
  /** Under which it stays prepared on the connection; equal names mean equal texts. Absent: it is not kept. */
  readonly name?: string;
  /** Is given the rows as they arrive, which are then in no result. What it throws ends the statement. */
  readonly onRow?: (row: Row) => void;
}

export interface StepResult {
  readonly rows: readonly Row[];
}

/** The connection is gone, or in a state that nobody knows: it must not be used again. */
export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
}

/** What the server keeps of one connection, and who waits for it. */
interface ConnectionState {
  /** Length of the text of each prepared statement by its name, the least recently used first. */
  readonly prepared: Map<string, number>;
  active: Batch | undefined;
  /** Refused by the server; its connection is free again only when the server is ready. */
  failed: Batch | undefined;
}

interface Batch {
  onParsed(): void;
  settle(lost?: Error): void;
}

/** The protocol's count of parameters is a 16 bit number. */
const MAX_VALUES = 65_535;
/** Of the texts that stay prepared on one connection: for each the server takes about 60 bytes. */
const MAX_PREPARED_CHARACTERS = 500_000;
const INVALID_STATEMENT_NAME = '26000';
const ignore = () => undefined;
const states = new WeakMap<pg.Connection, ConnectionState>();

function stateOf(connection: pg.Connection): ConnectionState {
  const known = states.get(connection);
  if (known) return known;
  const state: ConnectionState = { prepared: new Map(), active: undefined, failed: undefined };
  states.set(connection, state);
  connection.on('parseComplete', () => state.active?.onParsed());
  connection.on('readyForQuery', () => {
    const { failed } = state;
    state.failed = undefined;
    failed?.settle();
  });
  connection.on('end', () => {
    const lost = new Error('The connection ended.');
    state.active?.settle(lost);
    state.failed?.settle(lost);
  });
  return state;
}

/** A client that the pool has handed out has no listener for errors, and would end the process with the connection. */
function listenForErrors(client: pg.PoolClient): void {
  if (!client.listeners('error').includes(ignore)) client.on('error', ignore);
}

/**
 * Sends all steps at once. The first that fails stops the rest and undoes what came before, unless a transaction is open.
 *
 * @param keep Most statements that stay prepared on one connection.
 * @param cancel Ends what the connection is doing; called when a row was refused.
 * @returns one result per step.
 * @throws pg.DatabaseError when the server refuses a step, after which the connection is fit for use; else ConnectionLost.
 */
export function sendBatch(
  client: pg.PoolClient,
  steps: readonly Step[],
  keep: number,
  cancel: () => void = ignore,
): Promise<StepResult[]> {
  if (steps.some(({ values }) => values.length > MAX_VALUES)) {
    return Promise.reject(new RangeError(`A statement cannot bind more than ${MAX_VALUES} values.`));
  }
  const { connection } = client;
  const state = stateOf(connection);
  listenForErrors(client);
  return new Promise((resolve, reject) => {
    const results: StepResult[] = [];
    const parsing: Step[] = [];
    let rows: Row[] = [];
    let failure: pg.DatabaseError | undefined;
    let refusal: Error | undefined;
    let isSettled = false;

    const batch = {
      /** pg wraps it with its own when the pool has a `query_timeout`. */
      callback: ignore,
      submit() {
        state.active = batch;
        connection.stream.cork();
        makeRoom(connection, state, steps, keep);
        for (const step of steps) {
          const name = step.name ?? '';
          const isKept =
            step.name !== undefined && (state.prepared.has(name) || parsing.some((parsed) => parsed.name === name));
          if (!isKept) {
            connection.parse({ name, text: step.text, types: [] }, true);
            parsing.push(step);
          }
          connection.bind({ statement: name, values: [...step.values] }, true);
          connection.execute(null, true);
        }
        connection.sync();
        connection.stream.uncork();
      },
      onParsed() {
        // Here and not when the statement has run: the server keeps the name of one whose execution fails.
        const step = parsing.shift();
        if (step?.name !== undefined) state.prepared.set(step.name, step.text.length);
      },
      handleDataRow: ({ fields }: { fields: Row }) => {
        const { onRow } = steps[results.length] ?? {};
        if (!onRow) rows.push(fields);
        else if (!refusal) {
          try {
            onRow(fields);
          } catch (error) {
            refusal = error instanceof Error ? error : new Error(String(error));
            cancel();
          }
        }
      },
      handleCommandComplete() {
        results.push({ rows });
        rows = [];
      },
      handleError(error: Error) {
        if (!(error instanceof pg.DatabaseError)) return batch.settle(error);
        failure = error;
        // A function may deallocate what the connection had prepared.
        if (error.code === INVALID_STATEMENT_NAME) state.prepared.clear();
        state.active = undefined;
        state.failed = batch;
      },
      handleReadyForQuery: () => batch.settle(),
      handleRowDescription: ignore,
      handleEmptyQuery: ignore,
      handlePortalSuspended: () => batch.settle(new Error('The server suspended a statement.')),
      handleCopyInResponse: () => batch.settle(new Error('The server waits for a copy.')),
      handleCopyData: ignore,
      settle(lost?: Error) {
        if (isSettled) return;
        isSettled = true;
        if (state.active === batch) state.active = undefined;
        batch.callback();
        if (refusal && !lost) reject(refusal);
        else if (lost) reject(new ConnectionLost(lost.message, { cause: failure ?? lost }));
        else if (failure) reject(failure);
        else if (results.length === steps.length) resolve(results);
        else reject(new ConnectionLost('The server answered another number of statements than were sent.'));
      },
    };
    client.query(batch);
  });
}

/** Closes the statements that were not used for longest, before anything that can fail and make the server skip it. */
function makeRoom(
  connection: pg.Connection,
  { prepared }: ConnectionState,
  steps: readonly Step[],
  keep: number,
): void {
  let count = prepared.size;
  let characters = 0;
  for (const length of prepared.values()) characters += length;
  for (const { name, text } of steps) {
    if (name === undefined) continue;
    if (prepared.delete(name)) {
      // Moves it to the end.
      prepared.set(name, text.length);
    } else {
      count += 1;
      characters += text.length;
    }
  }
  for (const [name, length] of prepared) {
    if (count <= keep && characters <= MAX_PREPARED_CHARACTERS) return;
    prepared.delete(name);
    connection.close({ type: 'S', name }, true);
    count -= 1;
    characters -= length;
  }
}
