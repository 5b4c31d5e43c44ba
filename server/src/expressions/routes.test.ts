import { Writable } from 'node:stream';
import { EXPRESSION_LANGUAGES, type TrialResult } from '@watchroom/contract/expressions';
import { permissionsOf, type Role } from '@watchroom/contract/identity';
import { LANGUAGES } from '@watchroom/expressions';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpServer } from '../platform/http/server.ts';
import { createEvaluator, type Evaluator } from './evaluator.ts';
import { registerExpressions } from './routes.ts';

const PATH = '/api/v1/expressions/evaluate';
const LOOP = 'while (true) {}';

let app: FastifyInstance;
let evaluator: Evaluator;
let log = '';

beforeAll(async () => {
  const logStream = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  app = await createHttpServer({ logLevel: 'trace', logStream, trustedProxies: [], publicUrl: undefined });
  evaluator = createEvaluator();
  registerExpressions(app, evaluator);
  app.authenticate.current = async ({ headers }) => {
    const role = headers['x-role'] as Role | undefined;
    return role && { personId: String(headers['x-person']), role, permissions: permissionsOf([role]) };
  };
});
afterAll(async () => {
  await app.close();
  await evaluator[Symbol.asyncDispose]();
});

async function send(payload: unknown, headers: Record<string, string> = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: PATH,
    headers: { 'x-role': 'responder', 'x-person': 'ann', 'content-type': 'application/json', ...headers },
    payload: JSON.stringify(payload),
  });
  return { status: answer.statusCode, headers: answer.headers, body: answer.json<TrialResult & { code?: string }>() };
}
const attempt = async (language: string, text: string, environment = '', headers = {}) =>
  (await send({ language, text, environment }, headers)).body;

describe('trying an expression', () => {
  it('is offered in every language of the library', () => {
    expect(Object.keys(LANGUAGES).toSorted()).toEqual([...EXPRESSION_LANGUAGES].toSorted());
  });

  it.each([
    ['cel', 'results.codes.map(c, c + 1)', '[\n  201,\n  405\n]', '[201 405]'],
    ['template', '{{ range .results.codes }}{{ . }};{{ end }}', '"200;404;"', '200;404;'],
    ['javascript', '_.max(results.codes)', '404', '404'],
    ['jsonpath', '$.results.codes[0]', '200', '200'],
  ])('gives value and text in %s', async (language, text, value, shown) => {
    const result = await attempt(language, text, 'results:\n  codes: [200, 404]\n');
    expect(result).toEqual({ value, text: shown, milliseconds: expect.any(Number) as unknown });
  });

  it.each(['cel', 'javascript'])('evaluates once for both, in %s', async (language) => {
    const { value, text } = await attempt(language, 'uuid.V4()');
    expect(text).toMatch(/^[0-9a-f-]{36}$/);
    expect(value).toBe(`"${text}"`);
  });

  it('names the place of an error, and what was probably meant', async () => {
    expect((await attempt('cel', '1 +\n  reslts.code', 'results: {}')).error).toEqual({
      part: 'expression',
      message: 'There is no variable "reslts" here.',
      line: 2,
      column: 3,
      hint: 'Did you mean "results"?',
    });
  });

  it('tells a mistake that was not reached beside the value', async () => {
    const { value, error } = await attempt('cel', 'true || reslts.ok', 'results: {}');
    expect(value).toBe('true');
    expect(error).toMatchObject({ line: 1, column: 9 });
  });

  it.each([
    ['what is no YAML', 'a: 1\nb: [1', 2, 'cannot be read'],
    ['what is no map', '- 1', 1, 'must be a map'],
    ['a name that stands twice', 'a: 1\na: 2', 1, 'must be unique'],
    ['a bomb of aliases', bomb(), 1, 'Excessive alias count'],
    ['deep nesting', `a: ${'['.repeat(50_000)}${']'.repeat(49_990)}`, 1, 'nested too deeply'],
  ])('refuses %s as environment', async (_, environment, line, words) => {
    const { error, value } = await attempt('cel', '1', environment);
    expect(value).toBeUndefined();
    expect(error).toMatchObject({ part: 'environment', line, message: expect.stringContaining(words) as unknown });
  });

  it('keeps what a name would otherwise reach out of reach', async () => {
    const environment = '__proto__: {polluted: 1}\nconstructor: 2';
    expect((await attempt('javascript', 'typeof process + typeof require', environment)).text).toBe(
      'undefinedundefined',
    );
    expect((await attempt('cel', 'constructor', environment)).value).toBe('2');
  });

  it('is stored and logged nowhere', async () => {
    await attempt('cel', '"needle-of-text" + needle', 'needle: needle-of-environment');
    await attempt('cel', 'needle-of-mistake +', 'needle: {');
    expect(log).toContain(PATH);
    expect(log).not.toContain('needle');
  });
});

describe('a hostile expression', () => {
  it('ends at the limits of the library', async () => {
    const first = await attempt('javascript', LOOP);
    expect(first.error?.message).toBe('The script takes longer than 1000 ms.');
    expect((await attempt('cel', '"abcdefgh".repeat(1000000000)')).error?.message).toContain('creates more than');
    expect((await attempt('javascript', '"a".repeat(1100000)')).error?.message).toContain('longer than 1000000');
  });

  it('costs only its own evaluation', async () => {
    const asked = [LOOP, '1 + 1', 'let a = []; while (true) a.push(new Array(1000).fill(1))'].map((text, index) =>
      attempt('javascript', text, '', { 'x-person': `person ${index}` }),
    );
    const [late, good, large] = await Promise.all(asked);
    expect(late?.error).toBeDefined();
    expect(large?.error).toBeDefined();
    expect(good?.value).toBe('2');
  });

  it('that stops its thread is told so, and the next one gets another thread', async () => {
    await using small = createEvaluator({ threads: 1, time: 1 });
    const trial = { language: 'javascript', text: LOOP, environment: '' } as const;
    const answers = await Promise.all([small.evaluate(trial), small.evaluate(trial)]);
    for (const { error } of answers) expect(error?.message).toContain('takes longer than 0.001 s');
  });
});

describe('many evaluations of one person', () => {
  let held: FastifyInstance;
  /** Whose evaluations run; each ends when it is told to. */
  const running: { readonly text: string; readonly end: () => void }[] = [];
  const ask = async (person: string) => {
    const answer = await held.inject({
      method: 'POST',
      url: PATH,
      headers: { 'x-role': 'admin', 'x-person': person },
      payload: { language: 'cel', text: person, environment: '' },
    });
    return { status: answer.statusCode, retryAfter: answer.headers['retry-after'], body: answer.json<object>() };
  };

  beforeAll(async () => {
    held = await createHttpServer({ logLevel: 'silent', trustedProxies: [], publicUrl: undefined });
    registerExpressions(held, {
      evaluate({ text }) {
        const { promise, resolve } = Promise.withResolvers<TrialResult>();
        running.push({ text, end: () => resolve({ value: '1', text: '1', milliseconds: 1 }) });
        return promise;
      },
      [Symbol.asyncDispose]: async () => undefined,
    });
    held.authenticate.current = app.authenticate.current;
  });
  afterAll(() => held.close());

  it('run one after the other, and are refused with 429 where too many wait', async () => {
    const mine = Array.from({ length: 12 }, () => ask('ann'));
    expect(await Promise.race(mine)).toMatchObject({
      status: 429,
      retryAfter: '1',
      body: { code: 'too_many_requests' },
    });
    const other = ask('bob');
    await expect.poll(() => running.map(({ text }) => text)).toEqual(['ann', 'bob']);
    for (let done = 0; done < 12; done += 1) {
      await expect.poll(() => running.length).toBeGreaterThan(done);
      running[done]?.end();
    }
    expect((await other).status).toBe(200);
    const statuses = (await Promise.all(mine)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(11);
  });
});

describe('who may try', () => {
  const body = { language: 'cel', text: '1', environment: '' };

  it.each([
    ['nobody', { 'x-role': '' }, 401],
    ['a viewer, who sees no settings', { 'x-role': 'viewer' }, 403],
    ['another site', { origin: 'https://evil.example' }, 403],
  ])('refuses %s', async (_, headers, status) => {
    expect((await send(body, headers)).status).toBe(status);
  });

  it.each([
    [{ ...body, language: 'basic' }, 400],
    [{ ...body, text: 'x'.repeat(100_001) }, 400],
    [{ ...body, environment: undefined }, 400],
    [{ ...body, text: 'x'.repeat(700_000) }, 413],
  ])('refuses a body that is none: %#', async (payload, status) => {
    expect((await send(payload)).status).toBe(status);
  });

  it('names the limit of this body', async () => {
    const { body: refusal } = await send({ ...body, text: 'x'.repeat(700_000) });
    expect(refusal).toMatchObject({ message: 'The body is larger than 655360 bytes.' });
  });
});

/** Ten levels of ten references each: ten billion values. */
function bomb(): string {
  const levels = Array.from({ length: 10 }, (_, level) => {
    const before = level === 0 ? 'x' : `*l${level - 1}`;
    return `l${level}: &l${level} [${Array.from({ length: 10 }, () => before).join(', ')}]`;
  });
  return levels.join('\n');
}
