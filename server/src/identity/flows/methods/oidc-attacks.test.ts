import { describe, expect, it } from 'vitest';
import { visitProvider } from '../../testing/oidc-provider.ts';
import { backFrom, comeBack, emailOf, messagesAt, setOut, startOidcWorld, travel } from '../../testing/oidc-world.ts';

const ANN = { email: 'ann@example.com', email_verified: true, given_name: 'Ann', family_name: 'Lee' };

describe('an answer that is not what was asked for', () => {
  it.each([
    ['another issuer', { claims: { iss: 'https://evil.example.com' } }],
    ['another audience', { claims: { aud: 'another-client' } }],
    ['another nonce', { claims: { nonce: 'of-another-sign-in' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['a token that expired', { claims: { iat: 1_600_000_000, exp: 1_600_000_600 } }],
    ['a signature of another key', { key: 'foreign' as const }],
    ['no signature', { key: 'none' as const }],
    ['no subject', { claims: { sub: undefined } }],
  ])('is refused and recorded: %s', async (_, tamper) => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    here.provider.tamper = tamper;
    const browser = here.server.openBrowser();
    const page = await travel(browser, 'ann');
    expect(await messagesAt(browser, page)).toEqual([
      'The answer from Corp could not be trusted. Please start again. If that does not help, ask an administrator.',
    ]);
    expect(await emailOf(browser)).toBe(401);
    const { rows } = await here.database.query(`select after from platform.audit_log where action = 'sign_in_failed'`);
    expect(rows).toEqual([{ after: { method: 'oidc', provider: 'corp', reason: 'untrusted' } }]);
    here.provider.tamper = undefined;
    expect(await travel(browser, 'ann')).toBe('/');
  });

  it('works once: a replayed address leads nowhere', async () => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    const browser = here.server.openBrowser();
    const { body: flow } = await browser.begin('login');
    const address = await visitProvider(await setOut(browser, flow), 'ann');
    expect(await comeBack(browser, address)).toBe('/');
    expect(await comeBack(browser, address)).toContain('self_service_flow_expired');
  });

  it('of two that bring it at one moment lets in one', async () => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    const browser = here.server.openBrowser();
    const { body: flow } = await browser.begin('login');
    const address = await visitProvider(await setOut(browser, flow), 'ann');
    const pages = await Promise.all([comeBack(browser, address), comeBack(browser, address)]);
    expect(pages.filter((page) => page === '/')).toHaveLength(1);
    expect((await here.database.query('select from identity.sessions')).rowCount).toBe(1);
  });

  it('belongs to the browser that set out', async () => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    const thief = here.server.openBrowser();
    const { body: flow } = await thief.begin('login');
    const address = await visitProvider(await setOut(thief, flow), 'ann');
    const victim = here.server.openBrowser();
    expect(await comeBack(victim, address)).toContain('security_csrf_violation');
    await victim.begin('login');
    expect(await comeBack(victim, address)).toContain('security_csrf_violation');
    expect(await emailOf(victim)).toBe(401);
  });

  it('belongs to the flow that set out: another one with the same browser refuses it', async () => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    const browser = here.server.openBrowser();
    const { body: one } = await browser.begin('login');
    const { body: other } = await browser.begin('login');
    const address = await visitProvider(await setOut(browser, one), 'ann');
    await setOut(browser, other);
    const answer = await browser.submit(other, { method: 'oidc', oidc_callback: address });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain('could not be trusted');
    const late = await browser.submit(other, { method: 'oidc', oidc_callback: address });
    expect(JSON.stringify(late.body)).toContain('This answer was already used');
  });

  it('counts only at the address of the provider that was asked', async () => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    const browser = here.server.openBrowser();
    const { body: flow } = await browser.begin('login');
    const address = await visitProvider(await setOut(browser, flow), 'ann');
    const page = await comeBack(browser, address.replace('/callback/corp', '/callback/other'));
    expect(await messagesAt(browser, page)).toEqual([expect.stringContaining('could not be trusted')]);
  });

  it('is refused where its state was guessed or left out', async () => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    const browser = here.server.openBrowser();
    const { body: flow } = await browser.begin('login');
    const address = new URL(await visitProvider(await setOut(browser, flow), 'ann'));
    for (const state of [`${flow.id}.guess`, '', '1.2']) {
      address.searchParams.set('state', state);
      expect(await comeBack(browser, address.href)).toContain('self_service_flow_expired');
    }
  });

  it('is no answer: cancelled, an error, a code of nobody', async () => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    const browser = here.server.openBrowser();
    const { body: flow } = await browser.begin('login');
    const cancelled = await visitProvider(await setOut(browser, flow), 'ann', { cancels: true });
    const page = await comeBack(browser, cancelled);
    expect(await messagesAt(browser, page)).toEqual(['You did not continue at Corp. Try again, or use another way.']);
    const address = await setOut(browser, flow);
    const state = new URL(address).searchParams.get('state') ?? '';
    const iss = here.provider.issuer;
    const failed = `${backFrom('corp')}?${new URLSearchParams({ error: 'server_error<script>', state, iss })}`;
    expect(await messagesAt(browser, await comeBack(browser, failed))).toEqual([
      expect.stringContaining('Corp does not accept this server.'),
    ]);
    const again = new URL(await setOut(browser, flow)).searchParams.get('state') ?? '';
    const invented = `${backFrom('corp')}?${new URLSearchParams({ code: 'invented', state: again, iss })}`;
    expect(await messagesAt(browser, await comeBack(browser, invented))).toEqual([
      'The answer from Corp was already used or came too late. Please start again.',
    ]);
  });

  it('is refused where another provider gave it', async () => {
    await using here = await startOidcWorld({ accounts: { ann: ANN } });
    const browser = here.server.openBrowser();
    const { body: flow } = await browser.begin('login');
    const address = new URL(await visitProvider(await setOut(browser, flow), 'ann'));
    expect(address.searchParams.get('iss')).toBe(here.provider.issuer);
    address.searchParams.set('iss', 'https://evil.example.com');
    const page = await comeBack(browser, address.href);
    expect(await messagesAt(browser, page)).toEqual([expect.stringContaining('could not be trusted')]);
  });

  it('is not even asked for where the discovery document names another issuer', async () => {
    await using here = await startOidcWorld({
      more: (corp) => [{ ...corp, id: 'other', issuer: corp.issuer.replace('127.0.0.1', 'localhost') }],
    });
    const { status, body } = await here.server.openBrowser().walk('login', { method: 'oidc', provider: 'other' });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain('could not be trusted');
  });
});
