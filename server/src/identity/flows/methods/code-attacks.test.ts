import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeOf, valueOf } from '../../testing/flow-browser.ts';
import { flowIn, type MailedCodes, serveMailedCodes, textIds, wrongFor } from '../testing/mailed-codes.ts';

const MINUTE = 60_000;

let codes: MailedCodes;
beforeAll(async () => {
  codes = await serveMailedCodes();
});
afterAll(() => codes[Symbol.asyncDispose]());

describe('recovery', () => {
  it('tells in nothing whether an address has an account that may use it', async () => {
    const shown = async (email: string) => {
      const { flow, answer, type } = await codes.ask(email);
      const answers = [answer];
      for (let count = 0; count < 5; count += 1) answers.push(await type('x'));
      const text = JSON.stringify(answers.map(({ status, body }) => ({ status, body })));
      return text
        .replaceAll(email, 'EMAIL')
        .replaceAll(flow.id, 'FLOW')
        .replaceAll(String(valueOf(flow, 'csrf_token')), 'TOKEN')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME');
    };
    const unknown = await shown(`${randomUUID()}@example.com`);
    expect(unknown).toContain('1060003');
    for (const state of ['active', 'inactive', 'invited']) {
      const { email } = await codes.newPerson(state);
      expect(await shown(email)).toBe(unknown);
      expect(await codes.mailsTo(email)).toHaveLength(state === 'active' ? 1 : 0);
    }
  });

  it('mails no more than three codes to one address in a quarter of an hour, and answers as before', async () => {
    const { email } = await codes.newPerson();
    const answers = [];
    for (let count = 0; count < 5; count += 1) answers.push((await codes.ask(email)).answer);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(new Set(answers.map((answer) => JSON.stringify(textIds(answer)))).size).toBe(1);
    expect(await codes.mailsTo(email)).toHaveLength(3);
  });

  it('limits the guesses of one address on one account, whether it exists or not, over all flows', async () => {
    for (const email of [(await codes.newPerson()).email, `${randomUUID()}@example.com`]) {
      const browser = codes.openBrowser();
      const statuses = [];
      for (let count = 0; count < 3; count += 1) {
        const { type } = await codes.ask(email, 'recovery', browser);
        for (let guess = 0; guess < 2; guess += 1) statuses.push((await type('x')).status);
      }
      expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
    }
  });

  it('limits how often one address asks', async () => {
    const { email } = await codes.newPerson();
    const browser = codes.openBrowser();
    const statuses = [];
    for (let count = 0; count < 6; count += 1)
      statuses.push((await codes.ask(email, 'recovery', browser)).answer.status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('does not take a code after five wrong ones, wherever they came from', async () => {
    const { email } = await codes.newPerson();
    const { type, code } = await codes.askAndRead(email);
    const ids = [];
    for (let count = 0; count < 5; count += 1) ids.push((await type(wrongFor(code))).status);
    expect(ids).toEqual([400, 400, 400, 400, 400]);
    codes.server.clock.forward(14 * MINUTE);
    expect((await type(code)).status).not.toBe(422);
  });

  it('does not take a code that expired, of another flow, or another browser', async () => {
    const { email } = await codes.newPerson();
    const { type, code, flow } = await codes.askAndRead(email);
    const other = await codes.ask(`${randomUUID()}@example.com`);
    expect((await other.type(code)).status).toBe(400);
    const stranger = codes.openBrowser();
    await stranger.begin('recovery');
    expect((await stranger.submit(flow, { method: 'code', code })).status).toBe(403);
    codes.server.clock.forward(15 * MINUTE);
    expect((await type(code)).status).toBe(400);
  });

  it('lets one in when the right code is sent twice at the same instant, and none when it is sent again', async () => {
    const { email } = await codes.newPerson();
    const { type, code } = await codes.askAndRead(email);
    const both = await Promise.all([type(code), type(code)]);
    expect(both.filter(({ status }) => status === 422)).toHaveLength(1);
    expect((await type(code)).status).toBe(410);
  });

  it.each([
    ['deactivated', `update identity.identities set state = 'inactive' where id = $1`],
    ['given another address', `update identity.people set email = 'new-' || email where id = $1`],
    ['deleted', 'update identity.people set deleted_at = now() where id = $1'],
  ])('lets nobody in who was %s after the mail', async (_, change) => {
    const { id, email } = await codes.newPerson();
    const first = await codes.askAndRead(email);
    const second = await codes.askAndRead(email);
    await codes.database.query(change, [id]);
    expect((await first.type(first.code)).status).toBe(400);
    expect((await codes.openLink(second.token)).answer.status).toBe(400);
  });

  it.each([
    'ann',
    'ann@example.com,eve@example.com',
    'ann@example.com\r\nBcc: eve@example.com',
    'x'.repeat(300),
    'a\0@b.c',
  ])('refuses %j as an address', async (email) => {
    const { answer } = await codes.ask(email);
    expect(answer.status).toBe(400);
    expect(nodeOf(flowIn(answer), 'email')?.messages).toMatchObject([{ type: 'error' }]);
    expect(flowIn(answer).state).toBe('choose_method');
  });

  it.each([{ email: ['a@b.c'] }, { email: { x: 1 } }, { email: 7 }, { code: '123456' }, {}])(
    'refuses %j',
    async (values) => {
      const browser = codes.openBrowser();
      const { body: flow } = await browser.begin('recovery');
      expect((await browser.submit(flow, { method: 'code', ...values })).status).toBe(400);
    },
  );

  it('writes wrong codes into the audit log', async () => {
    const { id, email } = await codes.newPerson();
    const { type, code } = await codes.askAndRead(email);
    await type(wrongFor(code));
    const found = await codes.database.query(
      `select after, address from platform.audit_log where action = 'sign_in_failed' and row_id = $1`,
      [id],
    );
    expect(found.rows).toMatchObject([{ after: { method: 'code', flow: 'recovery' } }]);
    expect(codes.server.logged()).not.toContain(code);
  });
});
