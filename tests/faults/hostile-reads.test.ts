import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createOutsideDatabase, type OutsideDatabase } from '../kit/database.ts';
import { type Program, startProgram } from '../kit/program.ts';

const MEGABYTE = 1024 * 1024;
const MOST_MEMORY = 300 * MEGABYTE;
/** Milliseconds: what is not refused, or not ended, holds the others up for longer, even on a slow machine. */
const MOST_TIME = 2_000;
/** How long an attack goes on before the attacker gives up. */
const PATIENCE = 800;
/** Of one attacker at once. */
const AT_ONCE = 8;
const ONE_ROW = 'canaries?select=id,name&limit=1';

let database: OutsideDatabase;
let program: Program;
let attacker: string;
let other: string;

beforeAll(async () => {
  database = await createOutsideDatabase();
  program = await startProgram({ environment: database.environment });
  [attacker, other] = [await database.signInAs('viewer'), await database.signInAs('editor')];
  await database.query(`
    with made as (
      insert into health.canaries (name, spec, shown_spec)
      select 'canary ' || n, '{}', jsonb_build_object('text', repeat('x', 1000)) from generate_series(1, 20) n returning id)
    insert into health.checks (canary_id, type, name, endpoint, description, spec, shown_spec)
    select id, 'http', 'check ' || n, 'https://example.com/' || n, repeat('word ', 100), '{}',
      jsonb_build_object('url', repeat('y', 1000)) from made, generate_series(1, 1000) n`);
  await database.query(`
    insert into health.check_states (check_id, budget_ms, status) select id, 1000, 'healthy' from health.checks`);
  await database.query(`
    insert into jobs.job_history (name, details)
    select 'job ' || n, jsonb_build_object('text', repeat('z', 300)) from generate_series(1, 90000) n`);
  await database.query('analyze');
});
afterAll(async () => {
  await program?.[Symbol.asyncDispose]();
  await database?.[Symbol.asyncDispose]();
});

/** A request whose headers are a plain object. */
type Init = Omit<RequestInit, 'headers'> & { readonly headers?: Readonly<Record<string, string>> };

const ask = (session: string, url: string, { signal, headers, ...init }: Init = {}) =>
  fetch(`${program.url}/api/db/${url}`, {
    ...init,
    headers: { cookie: `watchroom_session=${session}`, ...headers },
    signal: signal ?? null,
  });

/** Bytes that the server and the database's processes for it hold for themselves. */
async function memory(): Promise<number> {
  const backends = await database.query<{ pid: number }>(
    `select pid from pg_stat_activity where datname = current_database() and application_name = 'watchroom-data'`,
  );
  const all = [program.process.pid ?? 0, ...backends.map(({ pid }) => pid)];
  return all.map(ownMemory).reduce((sum, bytes) => sum + bytes, 0);
}

function ownMemory(pid: number): number {
  try {
    return Number(/^Pss_Anon:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) * 1024;
  } catch {
    // It ended since it was listed.
    return 0;
  }
}

async function time(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
const oneRow = () => time(async () => expect((await ask(other, ONE_ROW)).status).toBe(200));

interface Attack {
  readonly url: string;
  readonly init?: Init;
}

/** Sends the attack as often as the attacker can, and watches. */
async function suffer({ url, init = {} }: Attack) {
  const idle = await memory();
  const quiet = [await oneRow(), await oneRow(), await oneRow()];
  const over = new AbortController();
  const attackers = Array.from({ length: AT_ONCE }, async () => {
    while (!over.signal.aborted) {
      const answer = await ask(attacker, url, { ...init, signal: over.signal }).catch(() => undefined);
      await answer?.arrayBuffer().catch(() => undefined);
    }
  });
  let highest = idle;
  const times: number[] = [];
  const until = performance.now() + PATIENCE;
  while (performance.now() < until) {
    times.push(await oneRow());
    highest = Math.max(highest, await memory());
  }
  over.abort();
  await Promise.all(attackers);
  return { grown: highest - idle, times, quiet };
}

const nested = (depth: number): string => (depth === 0 ? '*' : `*,checks(*,canaries(${nested(depth - 1)}))`);
const many = (count: number, item: (n: number) => string) => Array.from({ length: count }, (_, n) => item(n)).join(',');

const ATTACKS: Readonly<Record<string, Attack>> = {
  'embeds in a circle': { url: `canaries?select=${nested(2)}` },
  'embeds that multiply': { url: 'agents?select=*,canaries(*,checks(*))' },
  'the widest embeds': { url: `canaries?select=*,${many(3, (n) => `a${n}:checks(*)`)},agents(*,checks(*))` },
  'an exact count of a product': {
    url: 'checks?select=id,canaries!inner(checks!inner(canaries!inner(checks!inner(id))))&limit=1',
    init: { headers: { prefer: 'count=exact' } },
  },
  'conditions in conditions': {
    url: `checks?or=(${many(160, (n) => `and(name.like.*${n}*,description.ilike.*w${n}*)`)})`,
  },
  'a long list of values': { url: `checks?name=in.(${many(4000, (n) => `check ${n}`)})` },
  'long lists of columns and terms': {
    url: `checks?select=${many(30, (n) => `a${n}:${['spec', 'description', 'endpoint'][n % 3]}`)}&order=${many(30, (n) => `spec->>k${n}`)}`,
  },
  'spreads of many': { url: 'canaries?select=*,...checks(*)' },
  'an aggregate of everything': { url: 'checks?select=type,spec,id.count(),description.max()' },
  'a whole table as CSV': { url: 'job_history', init: { headers: { accept: 'text/csv' } } },
  'a whole table as one object': {
    url: 'checks',
    init: { headers: { accept: 'application/vnd.pgrst.object+json' } },
  },
  'patterns over large columns': { url: 'job_history?details->>text=ilike.*a*b*c*d*&order=details->>text' },
  'an expression that explodes': { url: 'checks?description=match.((a{1,200}){1,200}){1,200}' },
  'many large expressions': {
    url: `checks?or=(${many(100, (n) => `description.match."(w{1,40}${n}){1,40}"`)})`,
  },
};

describe('a caller who asks for all they can', () => {
  it.each(Object.entries(ATTACKS))('by %s leaves memory and time to the others', async (_, attack) => {
    const { grown, times, quiet } = await suffer(attack);
    expect(grown).toBeLessThan(MOST_MEMORY);
    times.sort((a, b) => a - b);
    // On a machine that is slow or busy with others, one row takes long without any attack.
    expect(times[Math.floor(times.length / 2)]).toBeLessThan(Math.max(MOST_TIME, 10 * Math.max(...quiet)));
  });
});
