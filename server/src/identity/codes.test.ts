import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testkit/database.ts';
import { type CodePurpose, makeCode, useCode, useToken } from './codes.ts';
import { insertFlow } from './flows/store.ts';
import { createPerson, handClock } from './testing/identity-server.ts';

const MINUTE = 60_000;
const key = Buffer.alloc(32, 3);

let test: TestDatabase;
beforeAll(async () => {
  test = await createTestDatabase();
});
afterAll(() => test[Symbol.asyncDispose]());

async function newFlow(kind: CodePurpose = 'recovery'): Promise<string> {
  const flow = await insertFlow(test.database, {
    kind,
    browserHash: Buffer.alloc(32),
    personId: null,
    requestUrl: 'http://watchroom.test/',
    returnTo: null,
    requestedLevel: 'aal1',
    refresh: false,
    state: 'sent_email',
    issuedAt: new Date(),
    expiresAt: new Date(Date.now() + 60 * MINUTE),
  });
  return flow.id;
}

/** A person, a flow, and a code for the two. */
async function setUp(changes: { isUnknown?: true; purpose?: CodePurpose } = {}) {
  const { purpose = 'recovery' } = changes;
  const email = `${randomUUID()}@example.com`;
  const person = changes.isUnknown ? undefined : await createPerson(test.database, { email, password: 'long enough' });
  const clock = handClock();
  const flowId = await newFlow(purpose);
  const make = (flow = flowId) =>
    test.database.transaction((transaction) =>
      makeCode(transaction, { clock, key }, { purpose, flowId: flow, email, personId: person }),
    );
  const secret = await make();
  if (!secret) throw new Error('no code was made');
  const wrong = secret.code === '000000' ? '111111' : '000000';
  return {
    person,
    email,
    clock,
    flowId,
    make,
    ...secret,
    wrong,
    type: (code: string, flow = flowId, of = purpose) =>
      useCode(test.database, { clock, key }, { purpose: of, flowId: flow, code }),
    open: (token: string, of = purpose) => useToken(test.database, clock, { purpose: of, token }),
  };
}

describe('a code', () => {
  it('has six digits, works once, and takes the link with it', async () => {
    const { code, token, type, open, person, email } = await setUp();
    expect(code).toMatch(/^\d{6}$/);
    expect(await type(code)).toEqual({ result: 'right', personId: person, email });
    expect(await type(code)).toMatchObject({ result: 'over' });
    expect(await open(token)).toBeUndefined();
  });

  it('works once when it is typed twice at the same instant', async () => {
    const { code, type } = await setUp();
    const both = await Promise.all([type(code), type(code), type(code)]);
    expect(both.filter(({ result }) => result === 'right')).toHaveLength(1);
  });

  it('ends after five wrong ones, and its link does not: strangers could end that of others', async () => {
    const { code, wrong, token, type, open, person } = await setUp();
    for (const expected of ['wrong', 'wrong', 'wrong', 'wrong', 'over'])
      expect(await type(wrong)).toMatchObject({ result: expected });
    expect(await type(code)).toMatchObject({ result: 'over' });
    expect(await open(token)).toMatchObject({ personId: person });
  });

  it('is not found by guesses that arrive together', async () => {
    const { wrong, type } = await setUp();
    const all = await Promise.all(Array.from({ length: 20 }, () => type(wrong)));
    expect(all.filter(({ result }) => result === 'wrong')).toHaveLength(4);
    expect(all.filter(({ result }) => result === 'over')).toHaveLength(16);
  });

  it('expires after a quarter of an hour', async () => {
    const { code, token, clock, type, open } = await setUp();
    clock.forward(15 * MINUTE);
    expect(await type(code)).toMatchObject({ result: 'over' });
    expect(await open(token)).toBeUndefined();
  });

  it('is worth nothing in another flow or for another purpose', async () => {
    const { code, token, type, open } = await setUp();
    expect(await type(code, await newFlow())).toMatchObject({ result: 'over' });
    expect(await type(code, undefined, 'verification')).toMatchObject({ result: 'over' });
    expect(await open(token, 'verification')).toBeUndefined();
    expect(await type(code)).toMatchObject({ result: 'right' });
  });

  it.each(['', ' ', '12345', '1234567', 'abcdef', '٠١٢٣٤٥', '1e5000', 'x'.repeat(100_000), '\0'])(
    'is not %j',
    async (typed) => {
      const { type } = await setUp();
      expect(await type(typed)).toMatchObject({ result: 'wrong' });
    },
  );

  it('ends when another one is asked for', async () => {
    const first = await setUp();
    const second = await first.make();
    // One in a million: the same digits again.
    const earlier = second?.code === first.code ? first.wrong : first.code;
    expect(await first.type(earlier)).toMatchObject({ result: 'wrong' });
    expect(await first.open(first.token)).toBeUndefined();
    expect(await first.type(second?.code ?? '')).toMatchObject({ result: 'right' });
  });

  it('is given three times in a quarter of an hour to one address, however many ask at one moment', async () => {
    const { make, clock, type } = await setUp();
    const flows = await Promise.all(Array.from({ length: 6 }, () => newFlow()));
    const made = await Promise.all(flows.map((flow) => make(flow)));
    const given = flows.filter((_, index) => made[index] !== undefined);
    expect(given).toHaveLength(2);
    // Whoever asks once too often keeps what he has.
    const kept = made.find((one) => one !== undefined);
    expect(await make(given[0])).toBeUndefined();
    expect(await type(kept?.code ?? '', given[0])).toMatchObject({ result: 'right' });
    clock.forward(15 * MINUTE);
    expect(await make()).toBeDefined();
  });

  it('for an address without an account is made, counted and ended like any other, and has no link', async () => {
    const { code, token, wrong, type, open, make, email } = await setUp({ isUnknown: true });
    expect(await open(token)).toBeUndefined();
    for (let count = 0; count < 4; count += 1) expect(await type(wrong)).toMatchObject({ result: 'wrong' });
    expect(await type(wrong)).toMatchObject({ result: 'over' });
    expect(await type(code)).toMatchObject({ result: 'over' });
    const again = await make();
    expect(await type(again?.code ?? '')).toEqual({ result: 'right', personId: undefined, email });
    expect(await make()).toBeDefined();
    expect(await make()).toBeUndefined();
  });

  it('cannot be read from the database', async () => {
    const { code, token, flowId } = await setUp();
    const found = await test.database.query('select to_jsonb(c) as row from identity.codes c where flow_id = $1', [
      flowId,
    ]);
    const stored = JSON.stringify(found.rows);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(`"${code}"`);
  });
});

describe('the token of a link', () => {
  it('works once, without the flow, and takes the code with it', async () => {
    const { code, token, type, open, person, email } = await setUp({ purpose: 'verification' });
    const both = await Promise.all([open(token), open(token)]);
    expect(both.filter((one) => one !== undefined)).toEqual([{ personId: person, email }]);
    expect(await type(code)).toMatchObject({ result: 'over' });
  });

  it.each(['', 'x', 'A'.repeat(43), 'A'.repeat(100_000), '\0'])('is not %j', async (token) => {
    const { open } = await setUp();
    expect(await open(token)).toBeUndefined();
  });
});
