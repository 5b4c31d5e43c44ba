import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CROSSED_LOOKS, expectAccessible, gatherErrors, openContext } from '../kit/browser.ts';
import budgets from '../../tools/gates/sizes.json' with { type: 'json' };
import { readBuiltConsole } from '../../tools/gates/support/console-size.ts';
import { watchScripts } from '../kit/scripts.ts';
import { signIn } from '../kit/sign-in.ts';
import { useStranger } from '../kit/stranger.ts';

describe('the pages before the console', () => {
  const on = useStranger();
  const { open, arriveAt, email } = on;

  it('do not begin again without end', async () => {
    let created = 0;
    await on.page.route('**/self-service/login/browser*', async (route) => {
      created += 1;
      await route.fulfill({ status: 410, json: { error: { id: 'self_service_flow_expired', reason: 'Over.' } } });
    });
    await open('/login');
    await on.page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(created).toBe(4);
    await on.page.unroute('**/self-service/login/browser*');
    await on.page.getByRole('button', { name: 'Try again' }).click();
    await email().waitFor();
  });

  it('load no more JavaScript than was decided, as the browser counts it', async () => {
    const scripts = await watchScripts(on.page);
    await on.page.goto(`${on.seat.program.url}/login`, { waitUntil: 'networkidle' });
    await email().waitFor();
    const { headers, most } = budgets;
    const built = await readBuiltConsole(join(import.meta.dirname, '../../console/dist'), headers);
    const files = await built.filesOf('identity.html');
    await expect.poll(() => scripts.total().files).toBe(files.length);
    const { bytes } = scripts.total();
    expect(bytes).toBeLessThan(most['/login'] * 1024);
    // The gate may count headers that the server no longer sends, but none too few.
    const counted = files.reduce((sum, each) => sum + each.bytes, 0);
    expect(bytes).toBeLessThanOrEqual(counted);
  });

  it('say that the server was not reached, and ask again when told to', async () => {
    await on.page.route('**/self-service/login/browser*', (route) => route.abort());
    await open('/login');
    await on.page.getByText('Network Error. Please try again.').waitFor();
    await expectAccessible(on.page);
    await on.page.unroute('**/self-service/login/browser*');
    await on.page.getByRole('button', { name: 'Try again' }).click();
    await email().waitFor();
  });

  it('check who is signed in and lead on, once', async () => {
    await open('/auth-state-checker?return_to=/health%3FgroupBy%3Dtype');
    await on.page.waitForURL(
      (url) => url.pathname === '/login' && url.searchParams.get('return_to') === '/health?groupBy=type',
    );
    // Until it has its form, the page would notice the sign-in and leave by itself.
    await email().waitFor();
    await signIn(on.context, on.seat.program.url);
    await open('/auth-state-checker?return_to=/health%3FgroupBy%3Dtype');
    await arriveAt('/health?groupBy=type');
    // An open page would ask who it is too, and leave by itself.
    await on.page.goto('about:blank');
    // A second return counts only within seconds of the first, which a slow machine may miss.
    await on.page.clock.setFixedTime(new Date());
    await on.page.route('**/api/auth/whoami', (route) =>
      route.fulfill({ status: 401, json: { code: 'unauthenticated', error: 'No.' } }),
    );
    await open('/health?groupBy=name');
    await on.page.getByText('the server refused access', { exact: false }).waitFor();
    await expectAccessible(on.page);
  });

  it('wait while the server is being set up', async () => {
    await on.page.clock.install();
    await signIn(on.context, on.seat.program.url);
    await on.page.route(/whoami/, (route) => route.fulfill({ status: 503 }));
    await open('/health?groupBy=type');
    await on.page.getByText('Please wait, instance provisioning in-progress ...').waitFor();
    await expectAccessible(on.page);
    await on.page.unroute(/whoami/);
    await on.page.clock.fastForward(5_000);
    await arriveAt('/health?groupBy=type');
  });

  it.each(['**/api/v1/identity/setup', '**/api/auth/whoami'])(
    'leave it to the console to say that the server failed at %s, and to ask again when told to',
    async (address) => {
      await signIn(on.context, on.seat.program.url);
      await on.page.route(address, (route) =>
        route.fulfill({ status: 500, json: { code: 'internal', error: 'Broken.' } }),
      );
      await open('/health?groupBy=type');
      const panel = on.page.getByRole('alert').filter({ hasText: 'The server has a problem' });
      await panel.getByText('Broken.').waitFor();
      await expectAccessible(on.page);
      await on.page.unroute(address);
      await panel.getByRole('button', { name: 'Try again' }).click();
      await on.heading('Health').waitFor();
      expect(new URL(on.page.url()).pathname).toBe('/health');
    },
  );

  it('do not blame the sign-in where the server knows the person but is not ready', async () => {
    // A second return counts only within seconds of the first, which a slow machine may miss.
    await on.page.clock.setFixedTime(new Date());
    await signIn(on.context, on.seat.program.url);
    const setup = '**/api/v1/identity/setup';
    await on.page.route(setup, (route) => route.fulfill({ status: 503 }));
    // The page leaves by itself, perhaps before it has loaded.
    await on.page.goto(`${on.seat.program.url}/health?groupBy=type`, { waitUntil: 'commit' });
    await on.heading('The server has a problem').waitFor();
    expect(await on.page.getByRole('link', { name: 'Sign in again' }).count()).toBe(0);
    await expectAccessible(on.page);
    await on.page.unroute(setup);
    await on.page.getByRole('button', { name: 'Try again' }).click();
    await on.heading('Health').waitFor();
  });

  it('show the errors of the specification', async () => {
    await open('/error?error_code=BAD_SESSION');
    await on.page
      .getByText('Bad Session. Please try logging out and logging in again, if the problem persist, please contact us.')
      .waitFor();
    await open('/error?error_code=constructor');
    await on.page.getByText('Unknown error', { exact: true }).waitFor();
    await open('/error/security_csrf_violation');
    await on.page.getByText('"code": 403', { exact: false }).waitFor();
    await expectAccessible(on.page);
    await open('/error/nothing-of-this-name');
    await on.page.waitForURL(/\/login/);
  });

  it.each(CROSSED_LOOKS)('read well and are accessible: $scheme, $width wide', async (look) => {
    const own = await openContext(on.seat.browser, look);
    const other = await own.newPage();
    const errors = gatherErrors(other);
    for (const name of ['login', 'registration', 'recovery', 'verification', 'error']) {
      await other.goto(`${on.seat.program.url}/${name}`);
      await other.getByRole('heading', { level: 1 }).waitFor();
      await other.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
      await other.screenshot({
        path: join(import.meta.dirname, `../../.cache/${name}-${look.scheme}-${look.width}.png`),
      });
      await expectAccessible(other);
      expect(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    }
    expect(errors).toEqual([]);
    await own.close();
  });
});
