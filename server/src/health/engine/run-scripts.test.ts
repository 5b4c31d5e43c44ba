import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EXPRESSION_PLACES } from '@watchroom/contract/expressions';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Entry } from '../../platform/kinds/validate.ts';
import { HIDDEN } from '../../platform/secrets/hidden.ts';
import { handClock } from '../../platform/time/testing/hand-clock.ts';
import { registry } from '../kinds/registry.generated.ts';
import { sharedIcmpSocket } from '../kinds/support/icmp-socket.ts';
import { findPing } from '../kinds/support/ping-program.ts';
import { freePort, serveDns, serveHttp, serveRaw } from '../kinds/support/testing/servers.ts';
import { askScripted as ask, runScripted as run } from '../testing/scripted-runs.ts';
import { NoCapacityError } from './no-capacity.ts';
import { SCRIPT_TIME } from './run-scripts.ts';
import type { ScriptSubject } from './script-subject.ts';

const canPing = (await sharedIcmpSocket()) !== undefined || (await findPing()) !== undefined;
const containing = (text: string): unknown => expect.stringContaining(text);

/** Each kind against a target that answers, with a script that is true there and one that is not. */
const KINDS: readonly {
  type: string;
  serve(): Promise<{ entry: Entry } & AsyncDisposable>;
  passing: string;
  failing: string;
  display: string;
  message: RegExp;
}[] = [
  {
    type: 'http',
    async serve() {
      const server = await serveHttp((_, response) =>
        response.writeHead(200, { 'content-type': 'application/json', 'x-pool': 'blue' }).end('{"items":[1,2]}'),
      );
      return { entry: { url: server.url }, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
    },
    passing: `code == 200 && headers["X-Pool"] == "blue" && json.items.size() == 2 && elapsed < Duration("1h")
      && sslAge == Duration("0s") && content.contains("items")`,
    failing: 'json.items.size() > 2',
    display: '{{ .code }} with {{ len .json.items }} items',
    message: /^200 with 2 items$/,
  },
  {
    type: 'tcp',
    async serve() {
      const server = await serveRaw(() => undefined);
      return {
        entry: { endpoint: `127.0.0.1:${server.port}` },
        [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
      };
    },
    passing: 'pass && duration >= 0 && message.startsWith("Connected") && check.endpoint.startsWith("127.0.0.1:")',
    failing: 'duration < 0',
    display: '{{ .check.name }} is open',
    message: /^a is open$/,
  },
  {
    type: 'dns',
    async serve() {
      const server = await serveDns(() => ({ answers: [{ type: 'A', name: 'www.example.test', data: '192.0.2.1' }] }));
      return {
        entry: { query: 'www.example.test', server: '127.0.0.1', port: server.port },
        [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
      };
    },
    passing: 'records.all(r, r.startsWith("192.0.2."))',
    failing: '"192.0.2.9" in records',
    display: '{{ range .records }}<{{ . }}>{{ end }}',
    message: /^<192\.0\.2\.1>$/,
  },
  ...(canPing
    ? [
        {
          type: 'icmp',
          serve: () =>
            Promise.resolve({
              entry: { endpoint: '127.0.0.1', packetCount: 1 },
              [Symbol.asyncDispose]: () => Promise.resolve(),
            }),
          passing: 'sent == 1 && received == 1 && packetLoss == 0 && average < 60000.0 && address == "127.0.0.1"',
          failing: 'packetLoss > 0',
          display: '{{ .received }}/{{ .sent }}',
          message: /^1\/1$/,
        },
      ]
    : []),
];

/** The variables that a kind adds, as the guide of the room lists them, and whether every run has them. */
async function guideVariables(type: string): Promise<readonly (readonly [name: string, always: boolean])[]> {
  const guide = await readFile(join(import.meta.dirname, '../../../../docs/health/guide.md'), 'utf8');
  return [...guide.matchAll(/^\| (`.+`) \| (\w+)( with `crawl`)?: /gm)].flatMap(([, names = '', kind, rarely]) =>
    kind === type ? names.split(', ').map((name) => [name.replaceAll('`', ''), rarely === undefined] as const) : [],
  );
}

describe.each(KINDS)('the scripts of $type', ({ type, serve, passing, failing, display, message }) => {
  it.each(['check-test', 'check-display', 'check-transform', 'check-metric'])(
    'have in a real run the variables that the place %s describes, and those of the kind in the guide',
    async (id) => {
      await using target = await serve();
      const described = EXPRESSION_PLACES.find((place) => place.id === id)?.variables.map(({ name }) => name) ?? [];
      const own = await guideVariables(type);
      const names = [...described, ...own.map(([name]) => name)];
      expect(registry.kindOf(type)?.scripts.place.variables.toSorted()).toEqual(names.toSorted());
      const read = names.map((name) => `${name}: ${name} !== null`).join();
      const { message: told, data } = await run(type, {
        ...target.entry,
        display: { javascript: `JSON.stringify({${read}})` },
      });
      const found = JSON.parse(told) as Readonly<Record<string, boolean>>;
      expect(own.filter(([name, always]) => found[name] !== always)).toEqual([]);
      expect(Object.keys(data).filter((name) => !names.includes(name))).toEqual([]);
    },
  );

  it('see what the run found out and judge it', async () => {
    await using target = await serve();
    expect(await run(type, { ...target.entry, test: { expr: passing } })).toMatchObject({ pass: true, error: '' });
    expect(await run(type, { ...target.entry, test: { expr: failing } })).toMatchObject({
      pass: false,
      invalid: false,
      error: `test failed: ${failing}`,
    });
    const shown = await run(type, { ...target.entry, display: { template: display } });
    expect(shown).toMatchObject({ pass: true, message: expect.stringMatching(message) as string });
  });

  it('that cannot run are refused with line and column before the target is asked', async () => {
    await using target = await serve();
    expect(await run(type, { ...target.entry, test: { expr: 'true &&\n )' } })).toMatchObject({
      pass: false,
      invalid: true,
      error: containing('(line 2, column 2)'),
    });
  });
});

describe('a test', () => {
  it.each([
    [{ javascript: 'json.up', template: 'false', expr: 'false' }, true],
    [{ template: '{{ .json.up }}', expr: 'false' }, true],
    [{ javascript: '', template: ' ', expr: 'json.up' }, true],
    [{ template: 'T' }, true],
    [{ expr: '1' }, true],
    [{ expr: '0' }, false],
    [{ javascript: 'json.items.length > 5' }, false],
  ])('counts by precedence, and as Go reads a boolean: %j', async (test, pass) => {
    expect((await ask('{"up":true,"items":[]}', { test })).pass).toBe(pass);
  });

  it.each([
    [{ expr: 'null' }, 'test did not return a boolean but nothing: null'],
    [{ expr: 'json' }, 'test did not return a boolean but "map[a:1]": json'],
    [{ expr: '"yes"' }, 'test did not return a boolean but "yes": "yes"'],
    [{ javascript: 'undefined' }, 'test did not return a boolean but nothing: undefined'],
    [{ javascript: 'throw new Error("no " + code)' }, 'test.javascript: Error: no 200 (line 1, column '],
    [{ expr: 'int(content) > 1' }, 'test.expr: '],
    [{ template: '{{ fail "broken" }}' }, 'test.template: '],
  ])('that gives no boolean fails the check and says why: %j', async (test, error) => {
    const result = await ask('{"a":1}', { test });
    expect(result).toMatchObject({ pass: false, invalid: false, error: containing(error) });
  });

  it('turns no failure into a pass, and adds nothing to it', async () => {
    const error = '500 Internal Server Error (expected 200-299)';
    expect(await ask('{}', { test: { expr: 'code == 500' } }, { status: 500 })).toMatchObject({ pass: false, error });
    expect(await ask('{}', { test: { expr: 'code == 200' } }, { status: 500 })).toMatchObject({ pass: false, error });
    const port = await freePort();
    expect(await run('tcp', { endpoint: `127.0.0.1:${port}`, test: { expr: 'true' } })).toMatchObject({
      pass: false,
      error: `Connection refused by 127.0.0.1:${port}`,
    });
  });

  it('judges a body that is not the JSON that it says, which fails a check without a test', async () => {
    expect(await ask('oops', { test: { expr: 'content == "oops" && json == {}' } })).toMatchObject({ pass: true });
    expect(await ask('oops', {})).toMatchObject({ pass: false });
  });

  it('reads the whole of a body that the history cuts, and says when one is too long', async () => {
    const items = JSON.stringify({ items: Array.from({ length: 9_000 }, (_, id) => ({ id, up: true })), last: 7 });
    const test = { expr: 'json.last == 7 && json.items.size() == 9000 && content.endsWith("}")' };
    const result = await ask(items, { test });
    expect(result).toMatchObject({ pass: true, data: { json: {} } });
    const secret = { headers: [{ name: 'Authorization', value: 'Bearer abcdef123456' }] };
    expect(await ask(items.replace('"last":7', '"last":"abcdef123456"'), { test: { expr: `json.last == "${HIDDEN}"` }, ...secret }))
      .toMatchObject({ error: '', pass: true }); // biome-ignore format: one call
    const long = `{"a":"${'x'.repeat(1_100_000)}"}`;
    expect(await ask(long, { test: { expr: 'json.a != ""' } })).toMatchObject({
      pass: false,
      error: 'the body has 1100008 characters; scripts read 1048576 at most',
    });
    expect(await ask(long, { test: { expr: 'code == 200' } })).toMatchObject({ pass: true });
  });
});

describe('a display', () => {
  it('gives the message that the test then reads, also of a failure', async () => {
    const display = { expr: '"up: " + string(json.up)' };
    expect(await ask('{"up":1}', { display, test: { expr: 'message == "up: 1"' } })).toMatchObject({
      pass: true,
      message: 'up: 1',
    });
    expect(await ask('{"up":0}', { display }, { status: 503 })).toMatchObject({ pass: false, message: 'up: 0' });
  });

  it('that fails, fails the check beside all else that failed', async () => {
    const display = { javascript: 'json.a.b.c' };
    expect(await ask('{}', { display })).toMatchObject({
      pass: false,
      message: '200 OK',
      error: containing('display.javascript: TypeError'),
    });
    expect(await ask('{}', { display, test: { expr: 'false' } })).toMatchObject({
      error: expect.stringMatching(/^display\.javascript: .+, test failed: false$/) as string,
    });
  });

  it('is cut to what a message may hold', async () => {
    const { message } = await ask('{}', { display: { javascript: '"x".repeat(900000)' } });
    expect(message).toHaveLength(4 * 1024 + 1);
  });

  it('gets no secret of the check, in whatever form it would show it', async () => {
    const secret = { headers: [{ name: 'Authorization', value: 'Bearer abcdef123456' }] };
    const display = { javascript: 'json.echo.split("").reverse().join("") + content.length' };
    const { message } = await ask('{"echo":"abcdef123456"}', { ...secret, display });
    expect(message).toBe(`${HIDDEN}${`{"echo":"${HIDDEN}"}`.length}`);
    const written = await ask('{}', { ...secret, display: { expr: '"it is abcdef" + "123456"' } });
    expect(written.message).toBe(`it is ${HIDDEN}`);
    const failed = await ask('{}', { ...secret, test: { javascript: 'throw new Error("abcdef" + "123456")' } });
    expect(failed.error).toContain(`Error: ${HIDDEN}`);
  });
});

describe('the variables of a script', () => {
  it('are those that the example of its place shows, and as empty', async () => {
    const place = EXPRESSION_PLACES.find(({ id }) => id === 'check-test');
    const shown = Object.entries(parse(place?.environment ?? '') as Record<string, unknown>);
    expect(shown.length).toBeGreaterThan(5);
    for (const [name, value] of shown) {
      const { message } = await ask('{"a":1}', { display: { javascript: `${name} === null` } });
      expect([name, message]).toEqual([name, String(value === null)]);
    }
  });

  const subject: ScriptSubject = {
    canary: { id: 'c1', name: 'shop', namespace: 'default', labels: { team: 'web' } },
    check: { id: 'k1', name: 'page', description: 'the page', labels: { tier: '1' }, endpoint: 'http://page' },
    last_result: null,
  };
  const last = {
    status: true, invalid: false, createdAt: '2026-01-01T00:00:00Z', duration: 5, message: 'm', error: '', results: { n: 3 },
  }; // biome-ignore format: a record

  it('name the check and its canary', async () => {
    const display = {
      expr: '[canary.name, canary.labels.team, check.id, check.labels.tier, check.description].join(" ")',
    };
    expect((await ask('{}', { display }, { subject })).message).toBe('shop web k1 1 the page');
  });

  it('hold the last result in every language, and an empty one before the first', async () => {
    const given = { subject: { ...subject, last_result: last } };
    expect((await ask('{}', { display: { expr: 'last_result().results.n' } }, given)).message).toBe('3');
    expect((await ask('{}', { display: { template: '{{ .last_result.message }}' } }, given)).message).toBe('m');
    expect((await ask('{}', { display: { javascript: 'last_result.duration' } }, given)).message).toBe('5');
    const first = await ask(
      '{}',
      { test: { expr: 'last_result().message == "" && !last_result().status' } },
      { subject },
    );
    expect(first).toMatchObject({ pass: true });
  });

  it('are null where the run found nothing out, and spans of time are milliseconds in JavaScript', async () => {
    const port = await freePort();
    const display = { javascript: 'String(code) + String(results) + typeof headers' };
    const failed = await run('http', { url: `http://127.0.0.1:${port}/`, display });
    expect(failed).toMatchObject({ pass: false, message: 'nullnullobject' });
    expect(await ask('{}', { test: { javascript: 'elapsed > 0 && sslAge === 0' } })).toMatchObject({ pass: true });
  });
});

it('a run whose scripts get no thread in time is no result', async () => {
  await using server = await serveHttp((_, response) => response.end('x'));
  const clock = handClock();
  const impatient = {
    ...clock,
    after(delay: number, call: () => void) {
      if (delay === SCRIPT_TIME) queueMicrotask(call);
      return () => undefined;
    },
  };
  const entry = { url: server.url, thresholdMillis: 2 * SCRIPT_TIME, test: { javascript: 'true' } };
  await expect(run('http', entry, undefined, impatient)).rejects.toThrow(NoCapacityError);
});
