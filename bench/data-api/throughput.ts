import { type Child, startChild } from '../kit/child.ts';
import { median, milliseconds, type Row, type Section } from '../kit/rows.ts';
import { type Case, casesFor } from './cases.ts';
import { type Fixture, READER } from './fixture.ts';
import type { SentStatement } from './library-process.ts';
import type { LoadResult } from './load-process.ts';
import type { Scale } from './scale.ts';

const CONNECTIONS = 10;
const CLIENTS = [1, 16];
const GOAL = 0.7;

interface Server extends Child<{ port: number }> {}

export async function startLibrary(fixture: Fixture): Promise<Server> {
  return startChild(new URL('library-process.ts', import.meta.url), {
    connection: fixture.connection,
    connections: CONNECTIONS,
  });
}

/** Throughput of each request beside a bare server with the same SQL, and beside the driver alone. */
export async function measureThroughput(fixture: Fixture, scale: Scale): Promise<Section> {
  await using library = await startLibrary(fixture);
  const rows: Row[] = [];
  for (const request of casesFor(await itemOf(fixture))) {
    const statement = await statementOf(library, request);
    await using bare = await startChild<{ port: number }>(new URL('bare-process.ts', import.meta.url), {
      connection: fixture.connection,
      connections: CONNECTIONS,
      role: READER,
      statement,
    });
    for (const clients of CLIENTS) {
      const rounds = [];
      for (let round = 0; round < scale.rounds; round += 1) {
        const ours = await runLoad(library, '/db', request, clients, scale.seconds);
        const theirs = await runLoad(bare, '', request, clients, scale.seconds);
        rounds.push({ ours, theirs, ratio: ours.perSecond / theirs.perSecond });
        await fixture.query('truncate api.events');
      }
      rows.push(rowOf(request, clients, rounds, await driverAlone(bare, clients)));
      await fixture.query('truncate api.events');
    }
  }
  return {
    title: 'Data API beside a bare server',
    rows,
    notes: [
      `The limit is node:http with one prepared statement, the same that the library sends, as a fixed role and without any parsing; the same generator asks both in turns (${scale.rounds} rounds of ${scale.seconds} s, medians). Server, database and generator share the cores.`,
    ],
  };
}

type Round = { readonly ours: LoadResult; readonly theirs: LoadResult; readonly ratio: number };

function rowOf({ what }: Case, clients: number, rounds: readonly Round[], driver: number): Row {
  const rate = (pick: (round: Round) => LoadResult) =>
    `${median(rounds.map((round) => pick(round).perSecond)).toFixed(0)} a second, p99 ${milliseconds(median(rounds.map((round) => pick(round).p99)))}`;
  const ratio = median(rounds.map((round) => round.ratio));
  return {
    what: `${what}, ${clients === 1 ? '1 client' : `${clients} clients`}`,
    measured: rate(({ ours }) => ours),
    limit: `${rate(({ theirs }) => theirs)}; driver alone ${driver.toFixed(0)} a second`,
    ratio,
    goal: { text: `>= ${GOAL}`, met: ratio >= GOAL },
  };
}

async function itemOf(fixture: Fixture): Promise<string> {
  const found = await fixture.query('select id from api.items order by id offset 5000 limit 1');
  return String((found.rows[0] as { id: string } | undefined)?.id);
}

async function statementOf(library: Server, request: Case): Promise<SentStatement> {
  const base = `http://127.0.0.1:${library.ready.port}`;
  const answer = await fetch(`${base}/db${request.path}`, {
    method: request.method,
    ...(request.headers ? { headers: request.headers } : {}),
    ...(request.body === undefined ? {} : { body: request.body }),
  });
  if (!answer.ok) throw new Error(`${request.what}: ${answer.status} ${await answer.text()}`);
  return (await (await fetch(`${base}/bench/last`)).json()) as SentStatement;
}

export async function runLoad(
  server: Server,
  prefix: string,
  request: Case,
  clients: number,
  seconds: number,
): Promise<LoadResult> {
  const options = { port: server.ready.port, prefix, request, clients, seconds };
  await using load = await startChild<LoadResult>(new URL('load-process.ts', import.meta.url), options);
  if (load.ready.failures > 0) throw new Error(`${request.what}: ${load.ready.failures} failed: ${load.ready.failure}`);
  return load.ready;
}

async function driverAlone(bare: Server, clients: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${bare.ready.port}/bench/driver`, {
    headers: { 'x-clients': String(clients) },
  });
  return Number(await answer.text());
}
