import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CROSSED_LOOKS, expectAccessible } from '../kit/browser.ts';
import { openSeat, type Seat } from '../kit/seat.ts';

const PATH = '/settings/audit-log';
const gone = { state: 'detached' } as const;

describe('the audit log', () => {
  let seat: Seat;
  let page: Page;

  beforeAll(async () => {
    seat = await openSeat();
    page = seat.page;
    await seat.program.call('POST', '/api/auth/invite_user', {
      firstName: 'Zoe',
      lastName: 'Washburne',
      email: 'zoe@example.com',
      role: 'viewer',
    });
    const { id } = await rowOf(`select id from identity.people where email = 'zoe@example.com'`);
    await seat.program.call('POST', '/api/people/update', {
      id,
      firstName: 'Zoe',
      lastName: 'Alleyne',
      email: 'zoe@example.com',
      role: 'editor',
      active: true,
    });
  });
  afterAll(() => seat[Symbol.asyncDispose]());

  const rowOf = async (query: string) => {
    const [row] = await seat.database.query<{ id: string }>(query);
    return row ?? { id: '' };
  };
  const rows = (on = page) => on.getByRole('row').filter({ has: on.getByRole('cell') });
  const dialog = (on = page) => on.getByRole('dialog');
  const fields = (on = page) => dialog(on).getByRole('list', { name: 'Fields' });
  const open = (address = '', on = page) => on.goto(seat.program.url + PATH + address);
  const count = () => page.getByRole('navigation', { name: 'Pages' });

  it('tells who did what to whom, and from where', async () => {
    await open('?action=sign_in:1');
    await rows().first().getByText('Signed in').waitFor();
    await rows().first().getByText('127.0.0.1').waitFor();
    await open('?table_name=identity.person_roles:1&action=delete:1');
    await rows().first().getByText('Zoe Alleyne').waitFor();
    await expectAccessible(page);
  });

  it('shows a change before and after, side by side, by keyboard alone', async () => {
    await open('?table_name=identity.identities:1&action=update:1');
    await rows().first().getByText('Zoe Alleyne').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    const changed = fields().getByRole('listitem').filter({ hasText: 'last_name' });
    await changed.waitFor();
    expect(await changed.innerText()).toMatch(/Before\s+Washburne\s+After\s+Alleyne/);
    await expectAccessible(page);
    expect(new URL(page.url()).searchParams.get('entry')).toMatch(/^[0-9a-f-]{36}$/);
    await dialog().getByRole('tab', { name: 'JSON' }).click();
    await dialog().getByRole('region', { name: 'Entry' }).getByText('Alleyne').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor(gone);
  });

  it('is filtered by person', async () => {
    const { id } = await rowOf(`select id from identity.people where email = 'admin@example.com'`);
    await open();
    await rows().first().waitFor();
    await page.getByRole('button', { name: 'Person' }).press('Enter');
    await page.getByRole('button', { name: 'admin, not filtered' }).press('Enter');
    await expect.poll(() => new URL(page.url()).searchParams.get('caller')).toBe(`${id}:1`);
    await page.getByRole('button', { name: 'Remove filter Person: admin' }).waitFor();
    await rows().first().getByText('admin').first().waitFor();
    await expectAccessible(page);
  });

  it('pages through ten thousand entries, and keeps to a part of time', async () => {
    await seat.database.query(
      `insert into platform.audit_log (at, table_name, row_id, action, before, after, address)
       select now() - (n + case when n > 50 then 20 else 0 end) * interval '1 minute', 'health.canaries', 'canary-' || n, 'update', '{"name": "before"}',
         '{"name": "after"}', '192.0.2.17'
       from generate_series(1, 10000) n`,
    );
    await open('?table_name=health.canaries:1');
    await count().getByText('1–150 of 10,000').waitFor();
    await page.getByRole('button', { name: 'Next page' }).press('Enter');
    await count().getByText('151–300 of 10,000').waitFor();
    await rows().first().getByText('after', { exact: true }).waitFor();
    await open('?table_name=health.canaries:1&rangeType=relative&range=now-1h');
    // Ten minutes between the fiftieth and the end of the hour; the next one is as far behind it.
    await count().getByText('of 50').waitFor();
    await open('?query=canary-77');
    await count().getByText('of 111').waitFor();
  });

  it('is out of reach for everybody but administrators', async () => {
    const other = await seat.signInAs('editor');
    await open('', other);
    await other.getByText('Unauthorized').waitFor();
    expect(await other.getByRole('link', { name: 'Audit log' }).count()).toBe(0);
  });

  it.each(CROSSED_LOOKS)('reads well and is accessible: $scheme, $width wide', async (look) => {
    await seat.expectLook(look, PATH, 'audit-log', (other) =>
      other
        .getByText(/^(?:127|192)\.0\./)
        .first()
        .waitFor(),
    );
    const { id } = await rowOf(
      `select id from platform.audit_log where table_name = 'identity.identities' and action = 'update'`,
    );
    await seat.expectLook(look, `${PATH}?entry=${id}`, 'audit-entry', (other) => fields(other).waitFor());
  });

  it('says what failed, and loads again', async () => {
    await page.route('**/api/db/audit_log?*', (route) =>
      route.fulfill({ status: 400, json: { message: 'It does not work today' } }),
    );
    await open();
    await page.getByRole('alert').getByText('It does not work today').waitFor();
    await page.unroute('**/api/db/audit_log?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await rows().first().waitFor();
  });
});
