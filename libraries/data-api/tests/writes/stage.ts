import { createExecutor } from '../../src/execute/executor.ts';
import type { Envelope, Statement } from '../../src/execute/statement.ts';
import { argumentNames, type CallRequest, callStatement, type PlannedCall } from '../../src/plan/call.ts';
import { changeStatement, representationStatement, type WriteRequest, writeStatement } from '../../src/plan/write.ts';
import { type BodyRows, decodeBody, parseBody } from '../../src/request/body.ts';
import type { Preferences } from '../../src/request/preferences.ts';
import { parseQuery } from '../../src/request/query.ts';
import { REQUEST_LIMITS } from '../../src/request/tree.ts';
import { openStage, type Read, type Stage as ReadStage } from '../reads/stage.ts';

export interface Write extends Read {
  readonly prefer?: Partial<Preferences>;
  readonly format?: WriteRequest['format'];
  readonly stripNulls?: boolean;
}

export interface Call extends Read {
  readonly format?: CallRequest['format'];
  readonly count?: 'exact';
  readonly type?: string;
}

export interface Written extends Envelope {
  readonly json: unknown;
  readonly statement: Statement;
}

export interface Stage extends AsyncDisposable {
  readonly reads: ReadStage;
  /** Asks as the superuser. */
  rows(text: string, ...values: unknown[]): Promise<Record<string, unknown>[]>;
  /** Without a preference rows are given back. A body that is a text is sent as it is. */
  write(operation: WriteRequest['operation'], url: string, body?: unknown, write?: Write): Promise<Written>;
  /** A write with a hook, which is given the change. */
  hooked(
    operation: WriteRequest['operation'],
    url: string,
    body: unknown,
    hook: (change: unknown) => Promise<unknown>,
    write?: Write,
  ): Promise<{ written: Written; shown: Written | undefined }>;
  plan(operation: WriteRequest['operation'], url: string, body?: unknown, write?: Write): Statement;
  call(method: CallRequest['method'], url: string, body?: unknown, call?: Call): Promise<Written & PlannedCall>;
}

export async function openWrites(extra = ''): Promise<Stage> {
  const reads = await openStage(extra);
  const executor = createExecutor(reads.database.pool({ max: 2 }));
  const caller = ({ role = 'admin' }: Read) => ({ role: reads.database.role(role) });

  const request = (operation: WriteRequest['operation'], url: string, body: unknown, write: Write) => {
    const { prefer = { return: 'representation' }, format = 'array', stripNulls = false } = write;
    const [name, query] = [nameOf(url), reads.query(searchOf(url))];
    const preferences: Preferences = { invalid: [], ...prefer };
    const allowMissing = query.columns !== undefined || preferences.missing === 'default';
    const rows = body === undefined ? undefined : rowsOf(body, allowMissing);
    const asked: WriteRequest = { operation, query, preferences, format, stripNulls, ...(rows && { body: rows }) };
    return [reads.context(write), reads.relation(name), asked] as const;
  };
  const told = (envelope: Envelope, statement: Statement, format: string): Written => ({
    ...envelope,
    statement,
    json: envelope.body === null || format === 'csv' || format === 'raw' ? envelope.body : JSON.parse(envelope.body),
  });

  return {
    reads,
    rows: async (text, ...values) => (await reads.database.query<Record<string, unknown>>(text, values)).rows,
    plan: (operation, url, body, write = {}) => writeStatement(...request(operation, url, body, write)).statement,
    async write(operation, url, body, write = {}) {
      const { statement, check } = writeStatement(...request(operation, url, body, write));
      const envelope = await executor.run(caller(write), statement, { isReadOnly: false });
      check(envelope);
      return told(envelope, statement, write.format ?? 'array');
    },
    async hooked(operation, url, body, hook, write = {}) {
      const asked = request(operation, url, body, write);
      const { statement } = changeStatement(...asked);
      const written = await executor.run(caller(write), statement, { isReadOnly: false });
      const change = written.body ?? '';
      await hook(JSON.parse(change));
      if (asked[2].preferences.return !== 'representation') {
        return { written: told(written, statement, ''), shown: undefined };
      }
      const representation = representationStatement(...asked, change);
      const shown = await executor.run(caller(write), representation, { isReadOnly: true });
      return { written: told(written, statement, ''), shown: told(shown, representation, write.format ?? 'array') };
    },
    async call(method, url, body, call = {}) {
      const { format = 'array', type = 'application/json', count } = call;
      const [name, context] = [nameOf(url), reads.context(call)];
      const functions = context.schema.functions('api', name);
      const query = parseQuery(pairsOf(url), {
        limits: REQUEST_LIMITS,
        ...(method !== 'POST' && { argumentNames: argumentNames(functions) }),
      });
      const sent =
        body === undefined ? undefined : decodeBody(type, typeof body === 'string' ? body : JSON.stringify(body));
      const planned = callStatement(context, functions, {
        schema: 'api',
        name,
        method,
        query,
        format,
        ...(sent && { body: parseBody(sent, { target: 'function', allowMissing: true }) }),
        ...(count && { count }),
      });
      const { statement, isReadOnly } = planned;
      const envelope = await executor.run(caller(call), statement, { isReadOnly });
      return { ...planned, ...told(envelope, statement, format) };
    },
    [Symbol.asyncDispose]: () => reads[Symbol.asyncDispose](),
  };
}

function rowsOf(body: unknown, allowMissing: boolean): BodyRows {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const rows = parseBody(decodeBody('application/json', text), { target: 'relation', allowMissing });
  if (rows.kind !== 'rows') throw new Error('The body has no rows.');
  return rows;
}

const nameOf = (url: string) => url.split('?', 1)[0] ?? '';
const searchOf = (url: string) => (url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
const pairsOf = (url: string) => [...new URLSearchParams(searchOf(url))];
