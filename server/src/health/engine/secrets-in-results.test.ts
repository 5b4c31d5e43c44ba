import { Writable } from 'node:stream';
import type { CheckResult } from '@watchroom/contract/health';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { announceChange, openChangeFeed } from '../../platform/changes/changes.ts';
import { HIDDEN } from '../../platform/secrets/hidden.ts';
import { systemClock } from '../../platform/time/clock.ts';
import { kinds, registry } from '../kinds/registry.generated.ts';
import type { CheckKind } from '../kinds/support/define.ts';
import { canaryWrites, makeCanary } from '../testing/canary-writes.ts';
import { type EchoTarget, encodings, startEchoTarget } from '../testing/echo-target.ts';
import { type HealthServer, startHealthServer } from '../testing/health-server.ts';
import { type SecretEntry, secretEntries, textsIn } from '../testing/secret-entries.ts';

const all: readonly (readonly [string, CheckKind<unknown>])[] = Object.entries(kinds);
const PATIENT = { timeout: 20_000 };
const logged: string[] = [];
let server: HealthServer;
let target: EchoTarget;
beforeAll(async () => {
  target = await startEchoTarget();
  const logStream = new Writable({
    write(line: Buffer, _, done) {
      logged.push(line.toString());
      done();
    },
  });
  server = await startHealthServer({ logStream });
});
afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await target[Symbol.asyncDispose]();
});

/** Which of the secrets can be read in a value, and how. */
function found(value: unknown, secrets: Iterable<string>): string[] {
  const text = textsIn(JSON.parse(JSON.stringify(value))).join('\n');
  return [...new Set(secrets)].flatMap((secret) =>
    encodings(secret).filter((encoded) => text.includes(firmly(encoded))),
  );
}

/** Base64 without the last character or two, which hold bits of what follows too. */
function firmly(encoded: string): string {
  return /^[\w+/-]{12,}=*$/.test(encoded) ? encoded.replace(/=+$/, '').slice(3, -2) : encoded;
}

describe.each(all)('a check of the kind %s whose target echoes everything', (id, kind) => {
  const entries = (): SecretEntry[] => {
    const manifest = registry.manifestOf(id);
    if (!manifest) throw new Error(`The kind ${id} has no manifest`);
    return secretEntries(kind, manifest, target);
  };
  const secretsOf = (made: readonly SecretEntry[]) => [
    ...made.flatMap(({ secrets }) => secrets),
    ...target.credentials,
    target.token,
  ];

  it('shows no secret where it is only tried', async () => {
    const made = entries();
    const answers = await Promise.all(
      made.map(({ entry }) => server.send<CheckResult>('POST', '/api/v1/health/test', { kind: id, spec: entry })),
    );
    for (const [index, { entry }] of made.entries()) {
      const { status, body } = answers[index] ?? {};
      expect({ entry, status, found: found(body, secretsOf(made)) }).toEqual({ entry, status: 200, found: [] });
    }
    // Else the target was told nothing, or nothing of its answer was kept, and the test would show nothing.
    const wasTold = made.some(({ secrets }) => secrets.some((secret) => target.received(secret)));
    expect(!wasTold || JSON.stringify(answers).includes(HIDDEN)).toBe(true);
  });

  it('stores, answers, streams and logs no secret', async () => {
    const made = entries().map((one, index) => ({ ...one, entry: { ...one.entry, name: `check ${index}` } }));
    const heard: unknown[] = [];
    const feed = openChangeFeed(server.database, systemClock, server.context.log);
    feed.subscribe((message) => heard.push(message));
    const isListening = async () => {
      await announceChange(server.database, 'checks', [crypto.randomUUID()]);
      return heard.length > 0;
    };
    await expect.poll(isListening, PATIENT).toBe(true);
    const spec = { schedule: '@never', [kind.documentKey]: made.map(({ entry }) => entry) };
    const created = await makeCanary(canaryWrites(server.database, null), `echo ${id}`, spec);
    const checks = await server.database.query<{ id: string }>('select id from health.checks where canary_id = $1', [
      created.id,
    ]);
    expect(checks.rows).toHaveLength(made.length);
    const answers: unknown[] = [created];
    await Promise.all(
      checks.rows.map(async (check) => {
        answers.push((await server.send('POST', `/api/canary/run/check/${check.id}`)).body);
        answers.push((await server.send('GET', `/api/v1/health/checks/${check.id}`)).body);
        answers.push((await server.send('GET', `/api/canary/api/graph?check=${check.id}`)).body);
      }),
    );
    answers.push((await server.send('GET', '/api/v1/health/checks?limit=1000')).body);
    answers.push((await server.send('GET', '/api/canary/api/summary')).body);
    await expect.poll(() => JSON.stringify(heard), PATIENT).toContain('check_statuses');
    await feed.stop();

    const secrets = secretsOf(made);
    expect(found(answers, secrets)).toEqual([]);
    expect(found(await stored(), secrets)).toEqual([]);
    expect(found(heard, secrets)).toEqual([]);
    expect(logged.length).toBeGreaterThan(0);
    const lines = logged.map((line) => JSON.parse(line) as unknown);
    expect(found(lines, secrets)).toEqual([]);
  });
});

/** All that a run leaves behind: rows of results and states, waiting events, the audit log, and every view of the room. */
async function stored(): Promise<unknown> {
  const tables = [
    'health.check_statuses',
    'health.check_states',
    'health.check_statuses_late',
    'jobs.event_queue',
    'platform.audit_log',
    'api.canaries',
    'api.checks',
    'api.check_statuses',
    'api.check_list',
  ];
  const read = async (table: string) => [table, (await server.database.query(`select * from ${table}`)).rows];
  return Object.fromEntries(await Promise.all(tables.map(read))) as unknown;
}

it('the echo target was told the secrets of every way of signing in', () => {
  const schemes = ['Bearer', 'Basic', 'Digest', 'NTLM', 'AWS4-HMAC-SHA256'];
  expect(schemes.filter((scheme) => !target.received(`${scheme} `))).toEqual([]);
  expect(target.received('s3c')).toBe(true);
});
