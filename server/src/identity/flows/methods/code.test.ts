import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FlowBrowser, nodeOf, valueOf } from '../../testing/flow-browser.ts';
import {
  flowIn,
  LINK_BASE,
  type MailedCodes,
  PASSWORD,
  serveMailedCodes,
  textIds,
  wrongFor,
} from '../testing/mailed-codes.ts';

let codes: MailedCodes;
beforeAll(async () => {
  codes = await serveMailedCodes();
});
afterAll(() => codes[Symbol.asyncDispose]());

describe('recovery', () => {
  it('asks for an email, then for the code, and signs in with it', async () => {
    const { email } = await codes.newPerson();
    const browser = codes.openBrowser();
    const begun = await browser.begin('recovery');
    expect(nodeOf(begun.body, 'email')?.group).toBe('code');
    const asked = await browser.submit(begun.body, { method: 'code', email: `  ${email.toUpperCase()} ` });
    expect(asked.status).toBe(200);
    expect(flowIn(asked).state).toBe('sent_email');
    expect(textIds(asked)).toEqual([1060003]);
    expect(valueOf(flowIn(asked), 'email')).toBe(email);
    const [mail] = await codes.mailsTo(email);
    expect(mail?.kind).toBe('recovery');
    const { code = '' } = mail ?? {};
    const done = await browser.submit(begun.body, { method: 'code', code: ` ${code.slice(0, 3)} ${code.slice(3)}` });
    expect(done.status).toBe(422);
    expect(done.body['redirect_browser_to']).toMatch(/^\/profile-settings/);
    const { body: session } = await browser.whoAmI();
    expect(session).toMatchObject({
      authenticator_assurance_level: 'aal1',
      authentication_methods: [{ method: 'code_recovery', aal: 'aal1' }],
      identity: { traits: { email } },
    });
  });

  it('by the link works in any browser, once', async () => {
    const { email } = await codes.newPerson();
    const { token, code, type } = await codes.askAndRead(email);
    const first = await codes.openLink(token);
    expect(first.answer.status).toBe(422);
    expect((await first.browser.whoAmI()).body).toMatchObject({
      authentication_methods: [{ method: 'link_recovery' }],
    });
    const second = await codes.openLink(token);
    expect(second.answer.status).toBe(400);
    expect(textIds(second.answer)).toEqual([4060004]);
    expect((await second.browser.whoAmI()).status).toBe(401);
    expect((await type(code)).status).toBe(400);
  });

  it('begins a flow on the server, and works only when a person presses its button', async () => {
    const { email } = await codes.newPerson();
    const { token, body } = await codes.askAndRead(email);
    const link = new URL(/https:\/\/\S+token=\S+/.exec(body)?.[0] ?? '');
    const open = async (browser: FlowBrowser) => {
      const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
      const { status, headers } = await browser.send('GET', link.pathname + link.search, undefined, page);
      const at = new URL(String(headers['location']), LINK_BASE);
      expect([status, at.pathname, [...at.searchParams.keys()]]).toEqual([303, '/recovery', ['flow']]);
      return flowIn(
        await browser.send('GET', `/kratos/self-service/recovery/flows?id=${at.searchParams.get('flow') ?? ''}`),
      );
    };
    const browser = codes.openBrowser();
    const flow = await open(browser);
    expect([valueOf(flow, 'token'), nodeOf(flow, 'email')]).toEqual([token, undefined]);
    expect((await browser.whoAmI()).status).toBe(401);
    const kept = await codes.database.query(`select 1 from identity.flows f where f::text like '%' || $1 || '%'`, [
      token,
    ]);
    expect(kept.rows).toEqual([]);
    const done = await browser.submit(flow, { method: 'code', token });
    expect(done.body['redirect_browser_to']).toContain('/profile-settings');
    expect((await browser.whoAmI()).status).toBe(200);
    const late = codes.openBrowser();
    const over = await late.submit(await open(late), { method: 'code', token });
    expect(textIds(over)).toEqual([4060004]);
    expect([nodeOf(flowIn(over), 'token'), nodeOf(flowIn(over), 'email')]).toEqual([undefined, expect.anything()]);
  });

  it('that begins a flow with what is no token asks for the email', async () => {
    for (const token of ['', 'short', 'a b', 'x'.repeat(200), '\0']) {
      const { status, body: flow } = await codes.openBrowser().begin('recovery', `token=${encodeURIComponent(token)}`);
      expect([status, nodeOf(flow, 'token'), nodeOf(flow, 'email')]).toEqual([200, undefined, expect.anything()]);
    }
  });

  it('leads to where the configuration says, and never to the Host of the request', async () => {
    const { email } = await codes.newPerson();
    const browser = codes.openBrowser();
    const evil = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
    const begun = await browser.send('GET', '/kratos/self-service/recovery/browser', undefined, evil);
    const flow = flowIn(begun);
    const values = { csrf_token: valueOf(flow, 'csrf_token'), method: 'code', email };
    await browser.send('POST', `/kratos/self-service/recovery?flow=${flow.id}`, values, evil);
    const [mail] = await codes.mailsTo(email);
    expect(mail?.body).toContain(`${LINK_BASE}/api/.ory/self-service/recovery/browser?token=`);
    expect(mail?.body).not.toContain('evil');
  });

  it('leaves the second factor to be asked for', async () => {
    const { id, email } = await codes.newPerson();
    await codes.database.query(
      `insert into identity.credentials (person_id, type, secret) values ($1, 'totp', 'sealed')`,
      [id],
    );
    const { browser, type, code } = await codes.askAndRead(email);
    const done = await type(code);
    expect(done.body['redirect_browser_to']).toContain('aal=aal2');
    expect((await browser.whoAmI()).status).toBe(403);
  });

  it('serves an account that has no password', async () => {
    const { id, email } = await codes.newPerson();
    await codes.database.query('delete from identity.credentials where person_id = $1', [id]);
    const { type, code } = await codes.askAndRead(email);
    expect((await type(code)).status).toBe(422);
  });

  it('sends another code, which ends the first', async () => {
    const { email } = await codes.newPerson();
    const first = await codes.askAndRead(email);
    const again = await first.browser.submit(first.flow, { code: first.code, email });
    expect(again.status).toBe(200);
    const [second] = await codes.mailsTo(email);
    // One in a million: the same digits again.
    const earlier = second?.code === first.code ? wrongFor(first.code) : first.code;
    expect((await first.type(earlier)).status).toBe(400);
    expect((await first.type(second?.code ?? '')).status).toBe(422);
  });
});

describe('verification', () => {
  const verifiedAt = async (id: string) => {
    const found = await codes.database.query<{ at: Date | null }>(
      'select email_verified_at as at from identity.identities where id = $1',
      [id],
    );
    return found.rows[0]?.at;
  };

  it('shows that an address is its owner’s, signs nobody in, and is over when the address changes', async () => {
    const { id, email } = await codes.newPerson();
    const { browser, answer, type, code, kind } = await codes.askAndRead(email, 'verification');
    expect(textIds(answer)).toEqual([1080003]);
    expect(kind).toBe('verification');
    expect(await verifiedAt(id)).toBeNull();
    const wrong = await type(wrongFor(code));
    expect(textIds(wrong)).toEqual([4070006]);
    const done = await type(code);
    expect(done.status).toBe(200);
    expect(flowIn(done).state).toBe('passed_challenge');
    expect(textIds(done)).toEqual([1080002]);
    expect(await verifiedAt(id)).toBeInstanceOf(Date);
    expect((await browser.whoAmI()).status).toBe(401);
    await codes.database.query('update identity.people set name = name where id = $1', [id]);
    expect(await verifiedAt(id)).toBeInstanceOf(Date);
    await codes.database.query(`update identity.people set email = 'new-' || email where id = $1`, [id]);
    expect(await verifiedAt(id)).toBeNull();
  });

  it('has the address of who is signed in filled in', async () => {
    const { email } = await codes.newPerson();
    const browser = codes.openBrowser();
    await browser.signIn(email, PASSWORD);
    expect(valueOf((await browser.begin('verification')).body, 'email')).toBe(email);
    expect(valueOf((await codes.openBrowser().begin('verification')).body, 'email')).toBeUndefined();
  });

  it('answers alike for an address without an account', async () => {
    const unknown = await codes.ask(`${randomUUID()}@example.com`, 'verification');
    expect(unknown.answer.status).toBe(200);
    expect(textIds(unknown.answer)).toEqual([1080003]);
    expect(textIds(await unknown.type('000000'))).toEqual([4070006]);
  });
});
