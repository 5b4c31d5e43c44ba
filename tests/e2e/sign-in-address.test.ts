import type { Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, gatherErrors, openContext } from '../kit/browser.ts';
import { ADMIN } from '../kit/program.ts';
import { openSeat } from '../kit/seat.ts';
import { register } from '../kit/sign-in.ts';
import { useStranger } from '../kit/stranger.ts';

describe('a link with a name and a password', () => {
  const on = useStranger();
  const { open, arriveAt, heading, email, password } = on;
  const link = (account: typeof ADMIN, returnTo = '/health?groupBy=type') =>
    `/login?${new URLSearchParams({ username: account.email, password: account.password, return_to: returnTo })}`;
  const question = (name: string) => heading(`Sign in as ${name}?`);
  const confirm = () => on.page.getByRole('button', { name: 'Sign in', exact: true });

  it('asks before it signs in with name and password of the address, and leaves nothing of them', async () => {
    const asked: Request[] = [];
    on.page.on('request', (request) => asked.push(request));
    await open(link(ADMIN));
    await question(ADMIN.email).waitFor();
    expect(on.page.url()).not.toMatch(/username|password|admin/);
    // A key that was meant for the page before answers nothing.
    await on.page.keyboard.press('Enter');
    await on.page.keyboard.press('Space');
    expect(await on.page.evaluate(() => document.activeElement === document.body)).toBe(true);
    expect(asked.filter((request) => request.method() === 'POST')).toEqual([]);
    await expectAccessible(on.page);
    await confirm().click();
    await arriveAt('/health?groupBy=type');
    const headers = await Promise.all(asked.slice(1).map((request) => request.allHeaders()));
    const told = [...asked.slice(1).map((request) => request.url()), ...headers.map(({ referer }) => referer ?? '')];
    expect(told.filter((text) => /[?&](password|username)=/.test(text))).toEqual([]);
    // The page before leads on by itself.
    await on.page.goBack({ waitUntil: 'commit' });
    expect(on.page.url()).not.toMatch(/username|password/);
  });

  it('signs nobody in who does not agree, and forgets what the address held', async () => {
    await open(link(ADMIN));
    await on.page.getByRole('button', { name: 'Do not sign in' }).click();
    await heading('Sign In to your account').waitFor();
    await expect.poll(() => email().inputValue()).toBe('');
    expect(await password().inputValue()).toBe('');
    expect((await on.context.request.get(`${on.seat.program.url}/api/auth/whoami`)).status()).toBe(401);
  });

  it('shows the name of the address as text, however it is written', async () => {
    const errors = gatherErrors(on.page);
    await open(link({ email: '<img src=x onerror=alert(1)>\u202e\n', password: 'x' }));
    await question('<img src=x onerror=alert(1)>\u{fffd}\u{fffd}').waitFor();
    await open(link({ email: 'w'.repeat(4_000), password: 'x' }));
    await question(`${'w'.repeat(100)}…`).waitFor();
    expect(await on.page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(errors).toEqual([]);
  });

  it('takes nobody who is signed in to another account', async () => {
    const own = await openContext(on.seat.browser);
    const account = { email: 'stays@example.com', password: 'a very long pass phrase' };
    await register(own, on.seat.program, account);
    const other = await own.newPage();
    await other.goto(on.seat.program.url + link(ADMIN));
    await other.waitForURL((url) => url.pathname === '/health');
    const answer = await own.request.get(`${on.seat.program.url}/api/auth/whoami`);
    const who = (await answer.json()) as { payload: { user: { email: string } } };
    expect(who.payload.user.email).toBe(account.email);
    await own.close();
  });

  it('shows no page of its own in a frame of another one', async () => {
    const { headers } = await fetch(`${on.seat.program.url}/login`);
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  });

  it('never tries a wrong password of the address again', async () => {
    let sent = 0;
    on.page.on('request', (request) => (sent += Number(request.method() === 'POST')));
    await open('/login?email=ada@example.com&password=wrong');
    await question('ada@example.com').waitFor();
    await confirm().click();
    await on.page.getByText('The email or the password is wrong.', { exact: true }).waitFor();
    await expect.poll(() => email().inputValue()).toBe('ada@example.com');
    expect(on.page.url()).not.toMatch(/password|ada/);
    await on.page.reload();
    await email().waitFor();
    expect(sent).toBe(1);
  });
});

describe('signing in where a setting says that an address signs in at once', () => {
  const on = useStranger(() => openSeat({ flags: ['--sign-in-from-address', 'at-once'] }));

  it('asks nothing, and leaves nothing of name and password', async () => {
    const query = new URLSearchParams({ username: ADMIN.email, password: ADMIN.password, return_to: '/health?q=x' });
    await on.open(`/login?${query}`);
    await on.arriveAt('/health?q=x');
    // The page before leads on by itself.
    await on.page.goBack({ waitUntil: 'commit' });
    expect(on.page.url()).not.toMatch(/username|password/);
  });
});
