import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '../../testkit/silent-log.ts';
import { canaryDocuments } from '../health/documents/canary-documents.ts';
import { runJob } from '../jobs/runner.ts';
import { documentSync } from '../platform/documents/document-sync.ts';
import { systemClock } from '../platform/time/clock.ts';
import { type CallerName, type DataApiServer, startDataApiServer } from './testing/data-api-server.ts';
import { rowWriter } from './testing/row-writer.ts';

/** In place of an empty body. */
const NOTHING = { nothing: true };
const LOCAL = '00000000-0000-0000-0000-000000000000';
const AV = 'id,name,avatar';
const SPEC = { http: [{ name: 'page', url: 'http://a.example/' }] };
const JOBS = 'job_histories?&select=*&limit=150&offset=0';
const UPTIME = { passed: 1, failed: 1, last_pass: text(), last_fail: text() };
const LATENCY = { p99: 20, p97: 20, p95: 20, rolling1h: 15 };
const EDITOR = { id: '{editor}', name: 'editor', avatar: null };
const TEAM = { id: '{team}', name: 'ops', icon: 'team', spec: { responder_clients: {} }, source: null };
const JOB = { job_name: 'sync', job_status: 'SUCCESS', job_details: { errors: [] }, job_last_failed: null };

function text(): unknown {
  return expect.any(String);
}
const number: unknown = expect.any(Number);
const link: unknown = expect.stringMatching(/^http/);
const containing = (shape: object): unknown => expect.objectContaining(shape);
const holding = (...items: unknown[]): unknown => expect.arrayContaining(items);

/** `{word}` stands for an id in the address, the body and the answer. */
type Call = readonly [
  name: string,
  caller: CallerName,
  request: `${'GET' | 'POST' | 'PATCH' | 'DELETE'} ${string}`,
  body: object | undefined,
  status: number,
  answer: unknown,
];

/** The numbers are those of the wire contract, part 1. */
// biome-ignore format: one line per call
const CALLS: readonly Call[] = [
  ['I1', 'editor', 'GET /api/auth/whoami', undefined, 200, { payload: { user: { ...EDITOR, email: text() }, roles: ['editor'] } }],
  ['I3', 'viewer', 'GET people?id=eq.{editor}', undefined, 200, [{ ...EDITOR, email: 'editor@example.com', phone: null }]],
  ['I4', 'viewer', 'GET people?select=*&order=name.asc&limit=1', undefined, 200, [{ id: text(), name: text(), avatar: null, email: null }]],
  ['I5', 'viewer', 'GET people_roles?id=in.({editor},{roleless})', undefined, 200, [{ id: '{editor}', roles: ['editor'] }]],
  ['I5 of nobody', 'viewer', 'GET people_roles?id=in.()', undefined, 200, []],
  ['I6', 'admin', 'GET identities?id=eq.{editor}', undefined, 200, [{ id: '{editor}', nid: text(), state: 'active', state_changed_at: text(), created_at: text(), updated_at: text(), traits: { email: 'editor@example.com', name: { first: 'editor', last: '' } } }]],
  ['I6 of an invited one', 'admin', 'GET identities?id=eq.{invited}', undefined, 200, [{ state: 'active', account_state: 'invited' }]],
  ['I6 of an inactive one', 'admin', 'GET identities?id=eq.{inactive}', undefined, 200, [{ state: 'inactive', account_state: 'inactive' }]],
  ['I7', 'admin', 'POST /api/auth/invite_user', { firstName: 'Ida', lastName: 'Doe', email: 'ida@example.com', role: 'viewer' }, 200, { link: link }],
  ['I8', 'admin', 'POST /api/people/update', { id: '{responder}', firstName: 'Rex', lastName: 'Doe', email: 'rex@example.com', role: 'viewer', active: true }, 200, { email: 'rex@example.com', name: { first: 'Rex', last: 'Doe' } }],
  ['I9', 'admin', 'DELETE /api/people/{commander}', undefined, 204, undefined],
  ['T1', 'viewer', 'GET teams?id=eq.{team}', undefined, 200, [TEAM]],
  ['T2', 'viewer', 'GET teams?deleted_at=is.null&order=name.asc&limit=1', undefined, 200, [{ ...TEAM, id: text(), name: text() }]],
  ['T3', 'viewer', 'GET team_members?team_id=eq.{team}&select=*,person_id(*)', undefined, 200, [{ person_id: { ...EDITOR, email: text() } }]],
  ['T4', 'editor', 'POST team_members', [{ team_id: '{team}', person_id: '{admin}' }, { team_id: '{team}', person_id: '{responder}' }], 201, [{ person_id: '{admin}' }, { person_id: '{responder}' }]],
  ['T5', 'editor', 'DELETE team_members?person_id=eq.{viewer}', undefined, 200, [{ team_id: '{left}', person_id: '{viewer}' }]],
  ['P1', 'viewer', 'GET /api/properties', undefined, 200, holding({ name: 'kept', value: '1', source: 'db', type: '', description: '', created_by: EDITOR })],
  ['P2', 'viewer', `GET properties?select=*,created_by(${AV})&name=eq.kept&value=eq.1`, undefined, 200, [{ name: 'kept', created_at: text() }]],
  ['P3', 'editor', 'POST properties', { name: 'logs.disable', value: 'true', created_by: '{editor}' }, 201, [{ created_by: '{editor}' }]],
  ['P4', 'editor', 'PATCH properties?name=eq.changed', { name: 'changed', value: '2', created_by: '{editor}' }, 200, [{ value: '2' }]],
  ['P5', 'editor', 'DELETE properties?name=eq.gone', undefined, 200, [{ name: 'gone' }]],
  ['A4', 'editor', 'PATCH agents?id=eq.{agent}', { properties: { place: 'far' } }, 200, [{ properties: { place: 'far' }, tls: null }]],
  ['A5', 'editor', 'PATCH agents?id=eq.{left agent}', { deleted_at: 'now()', cleanup: true }, 200, [{ deleted_at: text(), cleanup: true }]],
  ['A6', 'viewer', `GET agents?select=id,name,description&id=in.(${LOCAL})`, undefined, 200, [{ id: LOCAL, name: 'local', description: null }]],
  ['H1', 'viewer', 'GET /api/canary/api/summary', undefined, 200, { duration: number, runnerName: text(), checks_summary: holding(containing({ id: '{check}', canary_id: '{canary}', canary_name: 'shop', canary_namespace: 'default', name: 'page', namespace: 'default', icon: null, labels: { a: 'b' }, type: 'http', status: null, severity: null, owner: null, uptime: UPTIME, latency: LATENCY, last_runtime: null, last_transition_time: null, created_at: text(), updated_at: text(), deleted_at: null, silenced_at: null })) }],
  ['H2', 'viewer', 'GET checks?id=eq.{check}&select=*,canaries!checks_canary_id_fkey(id,name,source),agents!checks_agent_id_fkey(id, name),components:check_component_relationships(components(id,name,icon)),configs:check_config_relationships(configs(id,name,type))', undefined, 200, [{ id: '{check}', name: 'page', canaries: { id: '{canary}', name: 'shop', source: null }, agents: { id: LOCAL, name: 'local' }, components: [], configs: [] }]],
  ['an embed of nothing that is or comes', 'viewer', 'GET checks?id=eq.{check}&select=components(id,name)', undefined, 400, { code: 'PGRST200' }],
  ['H3', 'viewer', 'GET checks?id=eq.{check}&select=id,name,icon,status,type', undefined, 200, [{ id: '{check}', name: 'page', icon: null, status: null, type: 'http' }]],
  ['H3 with an icon', 'viewer', 'GET checks?id=eq.{run}&select=id,name,icon,status,type', undefined, 200, [{ id: '{run}', icon: 'rocket' }]],
  ['H4', 'viewer', 'GET canaries?id=eq.{canary}&select=id,source,spec,name,namespace', undefined, 200, [{ id: '{canary}', source: null, spec: SPEC, name: 'shop', namespace: 'default' }]],
  ['H5', 'viewer', 'GET check_statuses?check_id=eq.{check}&time=gt.now-1h&order=time.desc&status=eq.0&duration=gte.10&limit=50&offset=0', undefined, 200, [{ time: text(), status: false, duration: 20, message: 'slow', error: null }]],
  ['H6', 'viewer', 'GET /api/canary/api/graph?check={check}&count=300&start=1h', undefined, 200, { duration: number, runnerName: text(), status: holding(containing({ time: text(), duration: number })), latency: LATENCY, uptime: { passed: 1, failed: 1 } }],
  ['H7', 'editor', 'POST /api/canary/run/check/{run}', {}, 200, { pass: true }],
  ['JH1', 'viewer', `GET ${JOBS}&resource_type.filter=team&resource_id=eq.{team}&name.filter=sync&status.filter=!FAILED&order=created_at.desc&and=(created_at.gt.2020-01-01T00:00:00.000Z,created_at.lt.2100-01-01T00:00:00.000Z)&duration_millis=gte.1`, undefined, 200, [{ name: 'sync', agent: { id: LOCAL }, resource_name: 'ops', status: 'SUCCESS', details: { errors: [] } }]],
  ['JH2', 'viewer', 'GET job_history_names?order=name.asc', undefined, 200, holding({ name: 'sync' })],
  ['1.17', 'viewer', 'GET event_queue_summary?order=last_failure.desc', undefined, 200, [{ name: 'check.failed', pending: 1, failed: 1 }]],
  ['S1 teams', 'viewer', `GET teams_with_status?select=*,created_by(${AV})&order=created_at.desc&deleted_at=is.null&id=eq.{team}&limit=100`, undefined, 200, [{ ...TEAM, ...JOB, created_by: EDITOR }]],
  ['S1 canaries', 'viewer', `GET canaries_with_status?select=*,created_by(${AV})&order=created_at.desc&deleted_at=is.null&id=eq.{canary}&limit=100`, undefined, 200, [{ id: '{canary}', source: null, labels: { a: 'b' }, schedule: null, agent: { id: LOCAL, name: 'local' }, created_by: EDITOR, last_runtime: null, job_status: null }]],
  ['S1 of a document', 'viewer', 'GET canaries_with_status?select=*&id=eq.{declared}', undefined, 200, [{ id: '{declared}', source: 'file:declared.json', job_name: 'document-sync', job_resource_type: 'canary', job_status: 'SUCCESS', job_success_count: 1, job_last_failed: null }]],
  ['JH1 of a document', 'viewer', `GET ${JOBS}&resource_type.filter=canary&resource_id=eq.{declared}&order=created_at.desc`, undefined, 200, [{ name: 'document-sync', resource_type: 'canary', resource_id: '{declared}', resource_name: 'declared', status: 'SUCCESS', success_count: 1, error_count: 0, details: {}, time_start: text(), time_end: text(), duration_millis: number, hostname: text() }]],
  ['S3 teams', 'editor', 'POST teams', { name: 'made', icon: 'team', spec: {}, source: 'UI', created_by: '{editor}' }, 201, [{ id: text(), name: 'made', spec: {}, source: null }]],
  ['S3 canaries', 'editor', 'POST canaries', { name: 'made', namespace: 'default', labels: { deleted: 'soon' }, spec: SPEC, created_by: '{editor}' }, 201, [{ id: text(), spec: SPEC, source: null }]],
  ['S4', 'editor', 'PATCH teams?id=eq.{left}', { id: '{left}', name: 'left', icon: 'other', spec: {}, deleted_at: null, created_at: '2020-01-01T00:00:00Z' }, 200, [{ id: '{left}', icon: 'other' }]],
  ['S5', 'editor', 'PATCH canaries?id=eq.{gone}', { deleted_at: 'now()' }, 200, [{ id: '{gone}', deleted_at: text() }]],
  ['SC1', 'viewer', 'GET /api/schemas/canary.spec.schema.json', undefined, 200, { $schema: text() }],
];

let server: DataApiServer;
let target: Server;
const ids = new Map<string, string>();

/** With its words in braces replaced by ids; what an asymmetric matcher holds is left as it is. */
function filled<Value>(value: Value): Value {
  if (typeof value === 'string')
    return value.replace(/\{([a-z ]+)\}/g, (_, word: string) => ids.get(word) ?? `{${word}}`) as Value;
  if (Array.isArray(value)) return value.map(filled) as Value;
  if (typeof value !== 'object' || value === null || value instanceof RegExp) return value;
  const copy = Object.create(Object.getPrototypeOf(value) as object) as Value & object;
  return Object.assign(
    copy,
    Object.fromEntries(Object.entries(value).map(([key, part]) => [key, filled(part as unknown)])),
  );
}

const send = (caller: CallerName, request: string, body: object | undefined) => {
  const [method = '', url = ''] = filled(request).split(/ (.*)/s);
  const headers = { accept: 'application/json', prefer: 'return=representation', 'content-type': 'application/json' };
  return server.ask(caller, method, url, { headers, ...(body === undefined ? {} : { body: filled(body) }) });
};

/** Id of a canary that the sync of a folder of documents made. */
async function declared(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'watchroom-old-clients-'));
  const { database } = server;
  const tools = { database, clock: systemClock, log: silentLog, registration: { id: randomUUID() } };
  try {
    await writeFile(join(folder, 'declared.json'), JSON.stringify({ kind: 'Canary', spec: SPEC }));
    await runJob(documentSync(folder, [canaryDocuments]), {}, tools, new AbortController().signal);
  } finally {
    await rm(folder, { recursive: true });
  }
  const found = await database.query<{ id: string }>(`select id from health.canaries where name = 'declared'`);
  return found.rows[0]?.id ?? '';
}

beforeAll(async () => {
  target = createServer((_, response) => response.end('hello'));
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const address = target.address();
  const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
  server = await startDataApiServer();
  const { database } = server;
  const writer = rowWriter(server);
  for (const [name, id] of server.people) ids.set(name, id);
  const canary = async (name: string, spec: object) => {
    const { id } = await writer.row('editor', 'POST', 'canaries', { name, labels: { a: 'b' }, spec });
    const found = await database.query<{ id: string }>('select id from health.checks where canary_id = $1', [id]);
    return [id, found.rows[0]?.id ?? ''] as const;
  };
  const [shop, page] = await canary('shop', SPEC);
  const [, run] = await canary('run', { http: [{ name: 'run', icon: 'rocket', url }] });
  const [gone] = await canary('gone', SPEC);
  for (const [word, id] of [['canary', shop], ['check', page], ['run', run], ['gone', gone]] as const) ids.set(word, id); // biome-ignore format: a list
  for (const [word, name] of [
    ['team', 'ops'],
    ['left', 'left'],
  ] as const) {
    // biome-ignore format: a list
    const row = await writer.row('editor', 'POST', 'teams', { name, icon: 'team', spec: { responder_clients: {} } });
    ids.set(word, row.id);
  }
  for (const body of filled([
    { team_id: '{team}', person_id: '{editor}' },
    { team_id: '{left}', person_id: '{viewer}' },
  ]))
    await writer.row('editor', 'POST', 'team_members', body);
  for (const name of ['kept', 'changed', 'gone'])
    await server.ask('editor', 'POST', 'properties', { body: { name, value: '1' } });
  ids.set('declared', await declared());
  for (const name of ['agent', 'left agent']) {
    const made = await database.query<{ id: string }>('insert into agents.agents (name) values ($1) returning id', [
      name,
    ]);
    ids.set(name, made.rows[0]?.id ?? '');
  }
  for (const state of ['invited', 'inactive']) {
    const made = await database.query<{ id: string }>(
      `with person as (insert into identity.people (name, email) values ($1, $1 || '@example.com') returning id)
       insert into identity.identities (id, first_name, state) select id, $1, $1 from person returning id`,
      [state],
    );
    ids.set(state, made.rows[0]?.id ?? '');
  }
  await database.query(
    `insert into health.check_statuses (check_id, time, status, duration, message)
       values ($1, now() - interval '1 minute', true, 10, ''), ($1, now() - interval '2 minutes', false, 20, 'slow')`,
    [page],
  );
  await database.query(
    `insert into health.check_statuses_5m (check_id, created_at, total, passed, failed, duration, durations, last_pass, last_fail)
     values ($1, now() - interval '1 minute', 2, 1, 1, 30, '{10,20}', now(), now())`,
    [page],
  );
  await database.query(
    `insert into jobs.job_history (name, status, resource_type, resource_id, duration_millis, details, time_start)
     values ('sync', 'SUCCESS', 'team', $1, 5, '{"errors": []}', now())`,
    [ids.get('team')],
  );
  await database.query(`insert into jobs.event_queue (name, error) values ('check.failed', 'it broke')`);
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  target.close();
});

describe('a client of the wire contract', () => {
  it.each(CALLS)('%s as %s: %s', async (_name, caller, request, body, status, answer) => {
    const answered = await send(caller, request, body);
    expect([answered.status, answered.text]).toEqual([status, answered.text]);
    const shown = answered.text === '' ? NOTHING : answered.body;
    expect(shown).toMatchObject(filled(answer ?? NOTHING));
  });

  it.each(CALLS.filter(([name]) => name !== 'SC1'))(
    '%s is refused to a caller who is not signed in',
    async (_name, _caller, request, body) => {
      expect((await send('nobody', request, body)).status).toBe(401);
    },
  );

  it.each(CALLS.filter(([, caller]) => caller === 'editor' || caller === 'admin').filter(([name]) => name !== 'I1'))(
    '%s is refused to a viewer',
    async (_name, _caller, request, body) => {
      expect((await send('viewer', request, body)).status).toBe(403);
    },
  );
});
